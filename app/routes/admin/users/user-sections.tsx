import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DeviceLine, SessionLine, UserDetail } from "#app/features/accounts/users/user-detail.server.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { Button } from "#app/ui/buttons/button.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Day, Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./user.module.css";
import { UserBadges } from "./user-badges.tsx";

export function Sessions({
  sessions,
  canEnd,
  running,
  onEnd,
  onEndAll,
}: {
  sessions: readonly SessionLine[];
  canEnd: boolean;
  running: string | null;
  onEnd: (sessionId: string) => void;
  onEndAll: () => void;
}) {
  return (
    <section aria-labelledby="sessions">
      <div className={`line baseline between gap-100 ${css.head}`}>
        <h2 className="larger strong" id="sessions">
          Sessions
        </h2>
        {canEnd && sessions.length > 0 && (
          <Button size={32} onClick={onEndAll}>
            End all
          </Button>
        )}
      </div>
      {sessions.length === 0 ? (
        <p className={`muted smaller ${css.none}`}>No open session.</p>
      ) : (
        <Table
          caption="Open sessions"
          quiet
          rows={sessions}
          columns={[
            {
              label: "Browser",
              heads: true,
              cell: ({ device, aal }) => (
                <>
                  {device}
                  {aal === "aal2" && <span className="block muted smaller weight-400">with second factor</span>}
                </>
              ),
            },
            { label: "Last seen", cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
            { label: "Signed in", cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              label: "From",
              cell: ({ client }) => <span className={parts.mono}>{client ?? "Unknown"}</span>,
            },
            ...(canEnd
              ? [
                  {
                    label: "Action",
                    cell: ({ id, device }: SessionLine) => (
                      <Button
                        size={32}
                        busy={running === id}
                        aria-label={`End the session of ${device}`}
                        onClick={() => onEnd(id)}
                      >
                        End
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </section>
  );
}

/** The stored sign-in history: browsers of the last year and the latest sign-ins. */
export function Browsers({ devices, signIns }: { devices: readonly DeviceLine[]; signIns: readonly Date[] }) {
  return (
    <section aria-labelledby="browsers">
      <div className={`line baseline between gap-100 ${css.head}`}>
        <h2 className="larger strong" id="browsers">
          Sign-in history
        </h2>
      </div>
      {devices.length === 0 && signIns.length === 0 && <p className={`muted smaller ${css.none}`}>No sign-in yet.</p>}
      {devices.length > 0 && (
        <Table
          caption="Browsers that signed in"
          quiet
          rows={devices}
          columns={[
            { label: "Browser", heads: true, cell: ({ device }) => device },
            { label: "Last sign-in", cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
            { label: "First sign-in", cell: ({ firstSeenAt }) => <Day at={firstSeenAt} /> },
          ]}
        />
      )}
      {signIns.length > 0 && (
        <p className={`muted smaller ${css.signIns}`}>
          Latest sign-ins:{" "}
          {signIns.map((at, index) => (
            <span key={at.toISOString()}>
              {index > 0 && ", "}
              <Moment at={at} />
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

export function DataActions({ user, onDelete }: { user: UserDetail; onDelete: () => void }) {
  return (
    <section aria-labelledby="data">
      <div className={`line baseline between gap-100 ${css.head}`}>
        <h2 className="larger strong" id="data">
          Personal data
        </h2>
      </div>
      <p className={`muted smaller ${css.explained}`}>
        The export has everything stored about this user, as JSON files and a readable page. Deleting removes all of it
        at once.{user.role && " Remove the user from the team before you delete the account."}
      </p>
      <div className={`cluster gap-60 ${css.actions}`}>
        <form method="post" action={`/api/admin/users/${user.id}/export`}>
          <Button type="submit" size={40}>
            Export data
          </Button>
        </form>
        {!user.role && (
          <Button size={40} onClick={onDelete}>
            Delete user
          </Button>
        )}
      </div>
    </section>
  );
}

export function AccountFacts({
  user,
  access,
  prospectId,
  running,
  onJoin,
  onSeparate,
  onReleaseDomain,
  onResetFactor,
}: {
  user: UserDetail;
  access: ReactNode;
  prospectId: string | null;
  /** The running action. */
  running: string | null;
  onJoin: () => void;
  onSeparate: () => void;
  onReleaseDomain: () => void;
  onResetFactor?: (() => void) | undefined;
}) {
  const { id, email, factor } = user;
  const search = encodeURIComponent(email);
  return (
    <aside className={css.side} aria-label="Account">
      <dl className={css.facts}>
        <Fact name="State">
          <UserBadges
            role={user.role}
            isConfirmed={user.isConfirmed}
            isDisabled={user.disabledAt !== null}
            hasFactor={factor !== null}
          />
        </Fact>
        <Fact name="Name">{user.name || "Not given"}</Fact>
        <Fact name="Company">{[user.title, user.company].filter(Boolean).join(", ") || "Not given"}</Fact>
        <Fact name="Shared company">
          <span className={css.line}>{sharedBy(user)}</span>
          <span className={css.line}>
            <Button size={32} onClick={onJoin}>
              Join to a company
            </Button>
          </span>
          {user.sharing.joinedBy !== "own" && (
            <span className={css.line}>
              <Button size={32} busy={running === "separate"} onClick={onSeparate}>
                Separate
              </Button>
            </span>
          )}
          {user.sharing.confirmedDomain && (
            <span className={css.line}>
              <Button size={32} busy={running === "release-domain"} onClick={onReleaseDomain}>
                Stop sharing with {user.sharing.confirmedDomain}
              </Button>
            </span>
          )}
        </Fact>
        <Fact name="Created">
          <Day at={user.createdAt} />
        </Fact>
        {user.formerAddresses.length > 0 && (
          <Fact name="Former addresses">
            {user.formerAddresses.map(({ email: former, until }) => (
              <span key={former} className={css.line}>
                {former} (until <Day at={until} />)
              </span>
            ))}
          </Fact>
        )}
        <Fact name="Second factor">
          {factor ? (
            <>
              Since <Day at={factor.since} />, {factor.codesLeft} recovery {factor.codesLeft === 1 ? "code" : "codes"}{" "}
              left
              {onResetFactor && (
                <span className={css.line}>
                  <Button size={32} onClick={onResetFactor}>
                    Reset
                  </Button>
                </span>
              )}
            </>
          ) : (
            "None"
          )}
        </Fact>
        <Fact name="Wizard access">{access}</Fact>
        <Fact name="Prospect">
          {prospectId ? <Link to={`/admin/prospect-pipeline/${prospectId}`}>Open the prospect</Link> : "None"}
        </Fact>
        <Fact name="Mail">
          <Link to={`/admin/mail?q=${search}`}>Emails to this address</Link>
        </Fact>
        <Fact name="Audit log">
          <Link className={css.line} to={`/admin/audit-log?q=${id}`}>
            Actions on this account
          </Link>
          <Link className={css.line} to={`/admin/audit-log?actor=${id}`}>
            Actions by this user
          </Link>
        </Fact>
      </dl>
    </aside>
  );
}

const joinedBy: Record<UserDetail["sharing"]["joinedBy"], string> = {
  own: "their own company",
  domain: "joined by confirmed domain",
  admin: "joined by an admin",
  invitation: "joined by invitation",
};

function sharedBy({ sharing: { members, ...sharing } }: UserDetail): string {
  if (members.length === 0) return "Not shared";
  return `With ${members.join(", ")} (${joinedBy[sharing.joinedBy]})`;
}
