export const handle = { content: true };
export const meta = () => [{ title: "GTMarc" }];

export default function Home() {
  return <h1>GTMarc</h1>;
}
