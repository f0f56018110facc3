import { Notice } from "#app/ui/notice.tsx";

/** What the server said about a form as a whole. */
export const FormFailure = ({ text }: { text: string | null }) =>
  text && (
    <Notice kind="critical" live>
      {text}
    </Notice>
  );
