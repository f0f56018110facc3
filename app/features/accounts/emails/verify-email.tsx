import { MailButton, MailCode, MailFrame, MailNote, MailText } from "../../mail/frame.tsx";

/** Sent at sign-up and when somebody signs in before verifying. The link opens a page with one button. */
export function VerifyEmail(props: { code: string; codeMinutes: number; href: string; hours: number }) {
  const { code, codeMinutes, href, hours } = props;
  return (
    <MailFrame
      title="Verify your email"
      preview="One click or six digits, then your GTMarc account is ready."
      reason="You get this mail because somebody created a GTMarc account with this address."
    >
      <MailCode note={`valid for ${codeMinutes} minutes`}>{code}</MailCode>
      <MailText>Type the code on the page where you signed up. On another device, use the button instead.</MailText>
      <MailButton href={href}>Verify my email</MailButton>
      <MailNote>
        The link works for {hours} hours and once. If you did not create an account, ignore this mail and give the code
        to nobody: without it no one can sign in with your address.
      </MailNote>
    </MailFrame>
  );
}
