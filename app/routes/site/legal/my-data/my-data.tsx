import { crumbNames } from "#app/features/content/content.ts";
import { visitMonths } from "#app/lib/dates/visit-months.ts";
import { unlisted } from "#app/lib/firm.ts";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/my-data";
import css from "./my-data.module.css";
import { MyRecords } from "./my-records.tsx";

export const loader = () => ({ months: visitMonths() });

export const meta = () => unlisted("My visit data");

const crumbs = crumbsOf("/privacy/my-data", { ...crumbNames(), "/privacy/my-data": "My visit data" });

/** What is stored about the visits of this browser, with the way to delete it. It is about one visitor, so it is in no list. */
export default function MyData({ loaderData: { months } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        above={<Breadcrumb crumbs={crumbs} />}
        title="My visit data"
        lede="See what is stored about the visits of this browser tab, and delete it."
      />
      <div className={`wrap g12 ${css.body}`}>
        <section className={`grid gap-100 ui-size packed ruled ${css.about}`} aria-labelledby="about">
          <h2 className="t4" id="about">
            How visits are counted
          </h2>
          <ul className={`grid ${css.facts}`}>
            <li className="grid">
              Your browser keeps a random session id for this tab. It is not a cookie and is removed when you close the
              tab.
            </li>
            <li className="grid">
              Under this id we store the pages you open, the buttons and links you click, how fast pages were, and plain
              facts: kind of device, browser, operating system, screen size, language, time zone, and the site or
              campaign that led you here. If you send us a form with your email address, or work in your account, the
              visit is connected to that address.
            </li>
            <li className="grid">
              We do not store your network address, what you type or what you copy. Records are deleted after {months}{" "}
              months at the latest.
            </li>
            <li className="grid">
              With Global Privacy Control or Do Not Track, page views are counted without any id, so nothing appears
              here.
            </li>
            <li className="grid">
              Other tabs and earlier visits have their own ids, which this tab does not know, so their records do not
              appear here.
            </li>
          </ul>
          <p>
            Forms, accounts and bookings are explained in the <a href="/privacy-policy">privacy policy</a>.
          </p>
        </section>
        <section className={`ruled ${css.records}`} aria-label="Stored records">
          <MyRecords />
        </section>
      </div>
    </>
  );
}
