import { data, isRouteErrorResponse, useRouteError } from "react-router";
import { type ColleagueRefusal, openColleagueLink } from "#app/features/wizard/colleagues/answers.server.ts";
import { HelpPage } from "#app/features/wizard/ui/colleagues/help-page.tsx";
import { titled } from "#app/lib/firm.ts";
import { ErrorScreen } from "#app/shell/pages/error-screen.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/help";

type State = ColleagueRefusal["kind"];

/** Anyone with the link can read and fill in its part, signed in or not. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const opened = await openColleagueLink(context.get(requestContext), params.token);
  const notice = new URL(request.url).searchParams.get("notice");
  if (opened.ok) return data({ view: opened.value, token: params.token, notice }, { headers: privateHeaders });
  const { kind } = opened.reason;
  throw data(kind, { status: kind === "not_found" ? 404 : 410, headers: privateHeaders });
}

/**
 * The URL is the key: keeps it out of indexes, caches and referrers. `same-origin`, because under `no-referrer` browsers omit
 * the form's origin, and forms without one are refused.
 */
const privateHeaders = {
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
};

/** Also for error pages. */
export const headers = ({ loaderHeaders, errorHeaders }: Route.HeadersArgs) => errorHeaders ?? loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  titled(`${loaderData ? "Help with an analysis" : "This link does not work"}`),
  { name: "robots", content: "noindex, nofollow" },
  { name: "referrer", content: "same-origin" },
];

export default function Help({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AppHeader title={loaderData.view.companyName || "Automation analysis"} />
      <HelpPage {...loaderData} />
    </>
  );
}

const ended: Readonly<Record<Exclude<State, "not_found">, { title: string; text: string }>> = {
  ended: { title: "This link was ended", text: "The colleague who sent it ended it. Ask them for a new one." },
  expired: {
    title: "This link has expired",
    text: "Ask the colleague who sent it for a new one.",
  },
  finished: {
    title: "The analysis is finished",
    text: "The draft has its analysis, so its answers can no longer be changed with this link. What you saved is in it.",
  },
  deleted: { title: "The draft was deleted", text: "The colleague who sent this link deleted the draft." },
  removed: {
    title: "This process was removed",
    text: "The colleague who sent this link removed the process from the draft. Nothing more is needed.",
  },
  paused: {
    title: "This link does not work now",
    text: "The account of the colleague who sent it cannot change the draft at the moment. Ask them about it.",
  },
};

export function ErrorBoundary() {
  const error = useRouteError();
  const home = { href: "/", label: "Back to home" };
  if (isRouteErrorResponse(error) && error.status === 410) {
    const state = ended[error.data as keyof typeof ended];
    return <ScreenMessage code="410" {...state} action={home} />;
  }
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ScreenMessage
        code="404"
        title="Oops! Page not found"
        text="This link does not exist. Check that you copied the whole link."
        action={home}
      />
    );
  return <ErrorScreen error={error} />;
}
