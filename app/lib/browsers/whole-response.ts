const texts = new WeakMap<Response, string>();

/**
 * A response with a text that is at hand. `Response` itself makes a stream of its text as soon as it is asked for `body` or
 * `statusText`, and React Router asks every page for both, only to know whether it is a response.
 */
export function wholeResponse(text: string, init: { status: number; headers: Headers }): Response {
  const response = new Response(text, init);
  let body: ReadableStream | undefined;
  texts.set(response, text);
  return Object.defineProperties(response, {
    statusText: { value: "" },
    body: { get: () => (body ??= streamOf(text)) },
  });
}

/** The text of a whole response; undefined for others. */
export const wholeText = (response: Response): string | undefined => texts.get(response);

const streamOf = (text: string) =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
