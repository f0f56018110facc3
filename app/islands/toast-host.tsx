import { useEffect, useState } from "react";
import { receive } from "#app/island-kit/bus.ts";
import { island } from "#app/island-kit/island.tsx";
import { ToastHost, type ToastMessage } from "#app/ui/feedback/toast.tsx";

export default island(function ToastHostIsland(_: object) {
  const [toast, setToast] = useState<ToastMessage | null>(null);
  useEffect(
    () =>
      receive("toast", (message) => setToast((before) => message && { ...message, id: Number(before?.id ?? 0) + 1 })),
    [],
  );
  return <ToastHost toast={toast} onGone={() => setToast(null)} />;
});
