import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { Tabs } from "#app/ui/sections/tabs.tsx";
import css from "./issue-editor.module.css";

const looks = [
  { key: "light", label: "Light" },
  { key: "dark", label: "Dark" },
  { key: "phone", label: "Phone" },
  { key: "text", label: "Text" },
] as const;
type Look = (typeof looks)[number]["key"];

export function IssuePreview({ id, version }: { id: string; version: number }) {
  const [look, setLook] = useState<Look>("light");
  const as = look === "phone" ? "light" : look;
  return (
    <section className={`grid ${css.preview}`} aria-label="Preview">
      <Tabs label="How it looks" items={looks} current={look} onCurrent={setLook}>
        <iframe
          className={classNames(`card ${css.frame}`, look === "phone" && css.phone)}
          src={`/admin/newsletter/${id}/preview?as=${as}&version=${version}`}
          title="The issue as its readers get it"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      </Tabs>
    </section>
  );
}
