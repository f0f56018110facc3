import { Outlet } from "react-router";
import { Refused } from "./refused.tsx";

/** Every page of the wizard; its one purpose is the screen for those who may not see them. */
export default function Wizard() {
  return <Outlet />;
}

export const ErrorBoundary = Refused;
