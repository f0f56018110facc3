import type { Task } from "#app/features/full-blueprint/full-blueprint.ts";
import css from "./tasks.module.css";

export function Tasks({
  tasks,
  done,
  onTick,
}: {
  tasks: readonly Task[];
  done: readonly string[];
  onTick?: (taskId: string, done: boolean) => void;
}) {
  const ticked = tasks.filter(({ id }) => done.includes(id)).length;
  return (
    <>
      <p className="soft ui-size" role="status">
        {ticked} of {tasks.length} done
      </p>
      <svg className={`max-46 ${css.bar}`} width="100%" height="4" aria-hidden="true">
        <rect className={css.scale} y="1.5" width="100%" height="1" />
        <rect className={css.share} width={`${(100 * ticked) / tasks.length}%`} height="4" />
      </svg>
      <ul className={`max-46 ruled ${css.list}`}>
        {tasks.map(({ id, title, owner, week }) => (
          <li key={id}>
            <label className={`line gap-75 ${css.task}`}>
              <input
                type="checkbox"
                checked={done.includes(id)}
                disabled={!onTick}
                onChange={(event) => onTick?.(id, event.currentTarget.checked)}
              />
              <span className={css.title}>{title}</span>
            </label>
            <span className={`note rigid ${css.facts}`}>{factsOf({ owner, week })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className={`max-46 ruled ${css.list}`}>
      {tasks.map(({ id, title, owner, week }) => (
        <li key={id}>
          <span className={css.plain}>{title}</span>
          <span className={`note rigid ${css.facts}`}>{factsOf({ owner, week })}</span>
        </li>
      ))}
    </ul>
  );
}

const factsOf = ({ owner, week }: Pick<Task, "owner" | "week">) =>
  [owner, week && `week ${week}`].filter(Boolean).join(", ") || "any time";
