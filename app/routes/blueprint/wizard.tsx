import { Outlet } from "react-router";
import { Refused } from "./refused.tsx";

/** Of the screen for those who may not; every page has its own. */
export const meta = () => [{ title: "Access required | GTMarc" }];

/** Every page of the wizard; its one purpose is the screen for those who may not see them. */
export default function Wizard() {
  return <Outlet />;
}

export const ErrorBoundary = Refused;
