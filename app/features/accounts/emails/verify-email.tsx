import { MailButton, MailFrame, MailNote, MailText } from "../../mail/frame.tsx";

/** Sent at sign-up and when somebody signs in before verifying. The link opens a page with one button. */
export function VerifyEmail({ href, hours }: { href: string; hours: number }) {
  return (
    <MailFrame
      title="Verify your email"
      preview="One click, then you can sign in to GTMarc."
      reason="You get this mail because somebody created a GTMarc account with this address."
    >
      <MailText>Confirm that this address is yours, and your GTMarc account is ready.</MailText>
      <MailButton href={href}>Verify my email</MailButton>
      <MailNote>
        The link works for {hours} hours and once. If you did not create an account, ignore this mail: without the link
        nobody can sign in with your address.
      </MailNote>
    </MailFrame>
  );
}
