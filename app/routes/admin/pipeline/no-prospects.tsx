import { Empty } from "#app/ui/feedback/empty.tsx";

export function NoProspects({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No matches" text="No prospect matches these filters. Clear one of them to see more." />
  ) : (
    <Empty
      title="No prospects yet"
      text="People appear here when they request access, subscribe, register, book a call or finish an analysis. You can also add one."
    />
  );
}
