import { DeclineFields } from "#app/features/access/ui/decline-fields.tsx";
import { usdCents } from "#app/features/billing/billing.ts";
import type { PaymentToCheck } from "#app/features/billing/today.server.ts";
import { PaidFields } from "#app/features/billing/ui/paid-fields.tsx";
import { DeclineCallDialog } from "#app/features/booking/ui/admin/calls/decline-call-dialog.tsx";
import { OutcomeDialog, type OutcomeQuestion } from "#app/features/booking/ui/admin/calls/outcome-dialog.tsx";
import { isoLongWeekday } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { Area } from "#app/lib/rights.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ChangesOf } from "#app/shell/admin/changes.tsx";
import { readToday } from "#app/shell/admin/today.server.ts";
import { type AdminFigure, AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/today";
import { SetupPanel } from "./setup-panel.tsx";
import { Analyses, Blueprints, Payments, Problems, problemsIn, Questions } from "./side-panels.tsx";
import css from "./today.module.css";
import { performTodayAction, type TodayIntent } from "./today-actions.ts";
import { Calls, CallsToConfirm, joined, Replies, Requests, Tasks } from "./work-panels.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const tasksOf = params.get("tasks") === "everyone" ? "everyone" : "me";
  const hasAllTasks = params.get("due") === "all";
  const me = ctx.actor.userId;
  return { ...(await readToday(ctx, { tasksOf, hasAllTasks })), tasksOf, hasAllTasks, me } as const;
}

export const meta = () => unlisted("Today");

export const clientAction = async ({ request }: Route.ClientActionArgs) => performTodayAction(await request.formData());

export default function TodayPage({ loaderData: today }: Route.ComponentProps) {
  const { calls, callsToConfirm, tasks, replies, requests, analyses, blueprints, questions, payments } = today;
  const { tasksOf, hasAllTasks } = today;
  const { act, running, toast, ...action } = useAdminAction<TodayIntent>();
  const { busy } = action;
  const [declining, setDeclining, declineDialog] = useDialog<{ id: string; email: string } | null>(action, null);
  const [refusing, setRefusing, refuseDialog] = useDialog<{ id: string; name: string } | null>(action, null);
  const [paying, setPaying, payDialog] = useDialog<PaymentToCheck | null>(action, null);
  const [marking, setMarking, markDialog] = useDialog<OutcomeQuestion | null>(action, null);
  const perform = (values: { intent: TodayIntent } & Record<string, string>) => void act(values);
  const isBusy = (field: string, id: string) => busy && running?.get(field) === id;
  const shared = { perform, isBusy };
  const problems = problemsIn(today);
  const side = questions.total + analyses.total + payments.total + problems;
  const isClear =
    blueprints.total +
      calls.length +
      callsToConfirm.total +
      tasks.everyone +
      replies.everyone +
      requests.total +
      side +
      today.setup.steps.length ===
    0;
  const hasSide = side > 0;
  const reads = (area: Area) => today.areas.includes(area);
  return (
    <AdminPage
      title="Today"
      lead={isoLongWeekday(tasks.today)}
      figures={isClear ? undefined : figuresOf(today, problems)}
    >
      {isClear ? (
        <Empty
          title="Nothing needs your attention today"
          text="Replies, calls, due tasks, access requests, blueprints to prepare, client questions, new analyses, payments and problems appear here as they come up."
        />
      ) : (
        <KeyedList>
          <div className={classNames(`grid start gap-125 ${css.columns}`, !hasSide && css.alone)}>
            <div className="grid gap-125 shrinks">
              <ChangesOf area="blueprints">
                <Blueprints blueprints={blueprints} me={today.me} {...shared} />
              </ChangesOf>
              <ChangesOf area="pipeline">
                <Replies replies={replies} tasksOf={tasksOf} hasAll={hasAllTasks} {...shared} />
              </ChangesOf>
              <ChangesOf area="settings">
                <SetupPanel setup={today.setup} {...shared} />
              </ChangesOf>
              <ChangesOf area="calendar">
                <CallsToConfirm callsToConfirm={callsToConfirm} onDecline={setRefusing} {...shared} />
                {reads("calendar") && <Calls calls={calls} onMark={setMarking} />}
              </ChangesOf>
              <ChangesOf area="pipeline">
                {reads("pipeline") && <Tasks tasks={tasks} tasksOf={tasksOf} hasAll={hasAllTasks} {...shared} />}
              </ChangesOf>
              <ChangesOf area="access">
                <Requests requests={requests} onDecline={setDeclining} {...shared} />
              </ChangesOf>
            </div>
            {hasSide && (
              <div className="grid gap-125 shrinks">
                <ChangesOf area="mail">
                  <Problems today={today} perform={perform} isBusy={isBusy} />
                </ChangesOf>
                <ChangesOf area="billing">
                  <Payments payments={payments} onPaid={setPaying} today={tasks.today} />
                </ChangesOf>
                <Questions questions={questions} />
                <Analyses analyses={analyses} />
              </div>
            )}
          </div>
        </KeyedList>
      )}
      <ConfirmDialog
        {...declineDialog}
        open={declining !== null}
        title={`Decline the request of ${declining?.email ?? ""}?`}
        confirm="Decline and email"
        busyText="Declining"
        onConfirm={(form) =>
          declining &&
          perform({
            ...{ intent: "decline", requestId: declining.id },
            ...{ reason: String(form.get("reason")), note: String(form.get("note")) },
          })
        }
      >
        <DeclineFields />
      </ConfirmDialog>
      <DeclineCallDialog
        {...refuseDialog}
        call={refusing}
        onDecline={(values) => perform({ intent: "decide", ...values })}
      />
      <OutcomeDialog {...markDialog} question={marking} onConfirm={perform} />
      <ConfirmDialog
        {...payDialog}
        open={paying !== null}
        title={`Is ${paying?.number ?? "the invoice"} paid?`}
        confirm="Mark paid"
        busyText="Saving"
        onConfirm={(form) =>
          paying &&
          perform({
            ...{ intent: "paid", payment: paying.paymentId },
            ...{ reference: String(form.get("reference")), paidOn: String(form.get("paidOn")) },
          })
        }
      >
        <p>
          {usdCents(paying?.amountCents ?? 0)} from {paying?.email}. This unlocks a paid blueprint immediately and
          emails the receipt. It can only be reverted by a refund.
        </p>
        <PaidFields key={paying?.paymentId} today={tasks.today} />
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

/** Says which blueprints the figure counts: "4 without an architect, 1 late". */
const urgencyOf = ({ unassigned, late }: { unassigned: number; late: number }): string =>
  joined(
    unassigned > 0 && `${formatNumber(unassigned)} without an architect`,
    late > 0 && `${formatNumber(late)} late`,
  );

type ReadFigure = AdminFigure & { area: Area };

function figuresOf(today: Route.ComponentProps["loaderData"], problems: number): AdminFigure[] {
  const { calls, callsToConfirm, tasks, replies, requests, analyses, blueprints, payments } = today;
  const figure = (area: Area, label: string, value: number, id: string, note?: string): ReadFigure => ({
    area,
    label,
    value: formatNumber(value),
    ...(value > 0 ? { href: `#${id}` } : {}),
    ...(note ? { note } : {}),
  });
  const figures: ReadFigure[] = [
    {
      ...figure("blueprints", "Clients waiting", blueprints.total, "blueprints", urgencyOf(blueprints)),
      ...(blueprints.late > 0 ? { tone: "critical" as const } : {}),
    },
    figure(
      "calendar",
      "Calls",
      calls.length,
      "calls",
      callsToConfirm.total > 0 ? `${callsToConfirm.total} to confirm` : undefined,
    ),
    figure("pipeline", "Replies", replies.total, "replies"),
    {
      ...figure("pipeline", "Tasks due", tasks.total, "tasks", tasks.late > 0 ? `${tasks.late} late` : undefined),
      ...(tasks.late > 0 ? { tone: "critical" as const } : {}),
    },
    figure("access", "Access requests", requests.total, "requests"),
    figure("pipeline", "New analyses", analyses.total, "analyses", "last 7 days"),
    figure("billing", "Payments", payments.total, "payments"),
    { ...figure("jobs", "Problems", problems, "problems"), ...(problems > 0 ? { tone: "critical" as const } : {}) },
  ];
  return figures.filter(({ area }) => today.areas.includes(area)).map(({ area: _, ...shown }) => shown);
}
