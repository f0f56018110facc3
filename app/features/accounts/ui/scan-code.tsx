import css from "./form.module.css";
import { QrCode } from "./qr-code.tsx";

/** The QR code of an authenticator, with the secret for devices without a camera. */
export function ScanCode({ qr, secret, uri }: { qr: readonly string[]; secret: string; uri: string }) {
  return (
    <div className={`grid middle gap-125 ${css.scan}`}>
      <QrCode rows={qr} label="QR code for your authenticator app" />
      <div className={`soft ui-size ${css.small}`}>
        <p>
          Scan it with an authenticator app, such as Google Authenticator or 1Password. No camera? Type this secret
          instead:
        </p>
        <p className={`breaks ${css.secret}`}>
          <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
        <p>
          <a href={uri}>Open in an app on this device</a>
        </p>
      </div>
    </div>
  );
}
