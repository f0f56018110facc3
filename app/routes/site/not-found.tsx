import { data } from "react-router";
import { notFoundMeta, PageNotFound } from "#app/shell/site/page-not-found.tsx";

export const loader = () => data(null, { status: 404 });
export const meta = notFoundMeta;
export const handle = { content: true };

export default PageNotFound;
