import { Notice } from "#app/ui/feedback/notice.tsx";

/** Why a form was refused, above its fields; announced by screen readers. */
export const FormFailure = ({ text }: { text: string | null | undefined }) =>
  text && (
    <Notice kind="critical" live>
      {text}
    </Notice>
  );
