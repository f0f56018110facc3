import { useFetcher, useSearchParams } from "react-router";
import { BookedCall } from "#app/features/booking/ui/booked-call.tsx";
import { FullBlueprintSection } from "#app/features/full-blueprint/ui/full-blueprint-section.tsx";
import { bookLink, offeredCalls, offersFreeCall } from "#app/lib/offered-calls.ts";
import type { clientAction } from "#app/routes/blueprint/full/unlock.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import css from "./full-blueprint-offer.module.css";
import type { readOffer } from "./full-blueprint-offer.server.ts";

export function FullBlueprintOffer({
  blueprintId,
  offer,
}: {
  blueprintId: string;
  offer: Awaited<ReturnType<typeof readOffer>>;
}) {
  const [search] = useSearchParams();
  const { booked, ...state } = offer;
  const [call] = booked;
  return (
    <FullBlueprintSection
      blueprintId={blueprintId}
      {...state}
      wasCancelled={search.get("payment") === "cancelled"}
      call={call ? <BookedCall call={call} /> : offersFreeCall() && <CallForm blueprintId={blueprintId} />}
    />
  );
}

function CallForm({ blueprintId }: { blueprintId: string }) {
  const fetcher = useFetcher<typeof clientAction>();
  if (!offeredCalls().unlock.isOffered) {
    const { href, label } = bookLink("unlock");
    return (
      <ButtonLink size={40} href={href}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <fetcher.Form method="post" action={`/blueprint/${blueprintId}/unlock`}>
      <input type="hidden" name="intent" value="call" />
      <Button type="submit" size={40} variant="primary" busy={fetcher.state !== "idle"} busyText="One moment…">
        Book the call
      </Button>
      {fetcher.data && (
        <p className={`critical smaller ${css.refused}`} role="alert">
          {fetcher.data.error.message}
        </p>
      )}
    </fetcher.Form>
  );
}
