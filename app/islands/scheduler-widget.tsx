import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import {
  SchedulerWidget,
  type SchedulerWidgetProps,
  type WidgetStep,
} from "#app/features/booking/ui/widget/scheduler-widget.tsx";
import { island } from "#app/island-kit/island.tsx";

const count = (step: WidgetStep) => trackFunnel("booking", step);
/** The server knows of its own calls. */
const countOwn = (step: WidgetStep) => {
  if (step !== "scheduled") count(step);
};

export default island(function SchedulerWidgetIsland(props: SchedulerWidgetProps) {
  return <SchedulerWidget {...props} onStep={props.foreign ? count : countOwn} />;
});
