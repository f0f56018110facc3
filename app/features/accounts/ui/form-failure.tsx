import { Notice } from "#app/ui/notice.tsx";

export const FormFailure = ({ text }: { text: string | null }) =>
  text && (
    <Notice kind="critical" live>
      {text}
    </Notice>
  );
