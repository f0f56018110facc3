import { useEffect, useRef, useState } from "react";
import { TextField } from "#app/ui/forms/field.tsx";
import css from "./settings.module.css";

const side = 480;
/** As the server accepts it (portrait.server.ts), in characters of base64. */
const maxLength = Math.floor((20 * 1024 * 4) / 3) - 100;

/** Crops a photo to a square by zoom and position. Calls `onCrop` with each result: a JPEG without metadata as a data: URL. */
export function PortraitCrop({ file, onCrop }: { file: File; onCrop: (url: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const photo = useRef<ImageBitmap>(null);
  const [frame, setFrame] = useState({ zoom: 100, x: 50, y: 50 });
  const [isUnreadable, setUnreadable] = useState(false);
  const report = useRef(onCrop);
  report.current = onCrop;

  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      try {
        photo.current ??= await createImageBitmap(file);
      } catch {
        setUnreadable(true);
        return;
      }
      const target = canvas.current;
      const context = target?.getContext("2d");
      if (isGone || !target || !context) return;
      const { left, top, size } = cropOf(photo.current, frame);
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, side, side);
      context.drawImage(photo.current, left, top, size, size, 0, 0, side, side);
      let url = "";
      for (let quality = 0.9; quality > 0.2; quality -= 0.1) {
        url = target.toDataURL("image/jpeg", quality);
        if (url.length <= maxLength) break;
      }
      report.current(url);
    };
    void draw();
    return () => {
      isGone = true;
    };
  }, [file, frame]);

  if (isUnreadable) return <p role="alert">This file is not a photo that the browser can read.</p>;
  const slider = (label: string, key: keyof typeof frame, min: number, max: number) => (
    <TextField
      label={label}
      type="range"
      min={min}
      max={max}
      value={frame[key]}
      onChange={({ target }) => setFrame({ ...frame, [key]: Number(target.value) })}
    />
  );
  return (
    <div className={`cluster ${css.crop}`}>
      <canvas
        ref={canvas}
        width={side}
        height={side}
        className={`framed ${css.cropped}`}
        role="img"
        aria-label="Cropped portrait"
      />
      <div>
        {slider("Zoom", "zoom", 100, 400)}
        {slider("Left to right", "x", 0, 100)}
        {slider("Top to bottom", "y", 0, 100)}
      </div>
    </div>
  );
}

/** The square of a photo that a crop shows. `zoom` in percent, from 100 (the largest square); `x` and `y` in percent of what is left. */
export function cropOf(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: { zoom: number; x: number; y: number },
): { left: number; top: number; size: number } {
  const size = Math.max(1, (Math.min(width, height) * 100) / Math.max(100, zoom));
  return { left: ((width - size) * x) / 100, top: ((height - size) * y) / 100, size };
}
