import { useEffect, useRef, useState } from "react";
import { firmLogo } from "#app/lib/firm.ts";
import { accentTones, contrast, defaultTones, type Tones, withContrast } from "#app/lib/formats/color.ts";
import { formatDecimals } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "./brand-preview.module.css";

const least = 4.5;
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

type Props = {
  name: string;
  /** Empty for the default. */
  accent: string;
  /** `text`: a data: URL that is not saved yet. */
  logo: { text?: string; isRemoved?: boolean };
  onAccent: (accent: string) => void;
};

/** Name, logo and accent color as pages show them in both themes, before they are saved, with the contrast of the color. */
export function BrandPreview({ name, accent, logo, onAccent }: Props) {
  const given = isColor(accent) ? accent.toLowerCase() : null;
  const color = given ?? defaultTones.light.action;
  const ratio = contrast(color, "#ffffff");
  const enough = withContrast(color, "#000000", "#ffffff", least);
  const tones = given ? accentTones(ratio < least ? enough : given) : defaultTones;
  return (
    <section aria-labelledby="brand-preview" className={`grid gap-75 max-46 ${css.brand}`}>
      <h2 id="brand-preview" className="larger strong">
        Preview
      </h2>
      <div className={`grid ${css.themes}`}>
        {(["light", "dark"] as const).map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className={`grid gap-100 framed ${css.theme}`}
            ref={(panel) => paint(panel, tones[theme])}
          >
            <p className={`line middle strong breaks ${css.name}`}>
              <Logo key={logo.text} {...logo} name={name} />
            </p>
            <p className="line middle gap-125 smaller strong">
              <span className={css.button}>Button</span> <span className={css.link}>Link</span>
            </p>
          </div>
        ))}
      </div>
      {accent !== "" && !isColor(accent) ? (
        <p className="small">Write the color as #rrggbb, for example #0b5c8a.</p>
      ) : (
        <div className="cluster middle gap-75" role="status">
          <p className="small">
            White text on {color} has a contrast of {formatDecimals(Math.floor(ratio * 10) / 10, 1)}:1
            {ratio < least
              ? `; ${least}:1 is needed. The preview shows ${enough}, the closest color that has it.`
              : "."}
          </p>
          {ratio < least && (
            <Button size={40} onClick={() => onAccent(enough)}>
              Use {enough}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Style attributes are ignored by the content policy, properties that a script sets are not. */
function paint(panel: HTMLElement | null, { action, ink, text }: Pick<Tones, "action" | "ink" | "text">) {
  for (const [name, tone] of Object.entries({ action, ink, text })) panel?.style.setProperty(`--shown-${name}`, tone);
}

/** The content policy has no pictures from data: URLs, so a new one is drawn; browsers cannot draw SVG files this way. */
function Logo({ text, isRemoved, name }: Props["logo"] & { name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const [, kind = "", base64 = ""] = /^data:([\w/+-]+);base64,(.+)$/.exec(text ?? "") ?? [];
    if (!base64) return;
    const draw = async () => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: kind }));
      const target = canvas.current;
      if (!target) return;
      const scale = Math.min(40 / picture.height, 240 / picture.width);
      target.width = Math.round(picture.width * scale);
      target.height = Math.round(picture.height * scale);
      target.getContext("2d")?.drawImage(picture, 0, 0, target.width, target.height);
    };
    draw().catch(() => setUnreadable(true));
  }, [text]);
  const saved = firmLogo(40);
  if (text && isUnreadable) return <>{name} (the new logo appears after saving)</>;
  if (text) return <canvas ref={canvas} width={120} height={40} role="img" aria-label="New logo" />;
  if (saved && !isRemoved) return <img {...saved} alt={name} />;
  return <>{name}</>;
}
