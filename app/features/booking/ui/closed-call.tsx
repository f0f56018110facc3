import { aCall, type CallName, callPaths, offeredCalls } from "#app/lib/offered-calls.ts";

/** The page of an event type that cannot be booked now: the call that can be booked instead, and an address to write to. */
export function ClosedCall({
  closed,
  contactEmail,
}: {
  closed: { title: string; query: string; elsewhere?: string };
  contactEmail: string;
}) {
  if (closed.elsewhere)
    return (
      <div className="grid gap-125">
        <h1 className="t2">{closed.title} is booked in another calendar now</h1>
        <p>
          Nothing was booked here. <a href={closed.elsewhere}>Choose a time there</a>.
        </p>
      </div>
    );
  const other = (["session", "unlock"] as const satisfies CallName[]).find((name) => offeredCalls()[name].isOffered);
  return (
    <div className="grid gap-125">
      <h1 className="t2">{closed.title} cannot be booked online at the moment</h1>
      <p>
        Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> and we will find a time with you.
        {other && (
          <>
            {" "}
            You can also book <a href={`${callPaths[other]}${closed.query}`}>{aCall(other)}</a> online.
          </>
        )}
      </p>
    </div>
  );
}
