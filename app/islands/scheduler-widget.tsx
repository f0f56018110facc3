import { trackFunnel } from "#app/features/analytics/funnel-client.ts";
import { bookingConversionUsd } from "#app/features/analytics/funnel-stages.ts";
import {
  SchedulerWidget,
  type SchedulerWidgetProps,
  type WidgetStep,
} from "#app/features/booking/ui/scheduler-widget.tsx";
import { island } from "#app/island-kit/island.tsx";

const count = (step: WidgetStep) =>
  trackFunnel("booking", step, step === "scheduled" ? { value: bookingConversionUsd } : {});

export default island(function SchedulerWidgetIsland(props: SchedulerWidgetProps) {
  return <SchedulerWidget {...props} onStep={count} />;
});
