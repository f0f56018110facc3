/**
 * Stores the caret of the focused text field. The returned function restores it after the field's value changed, which moves
 * the caret to the end. A fully selected field is fully selected again.
 */
export function keepCaret(): () => void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => {};
  const { value, selectionStart: start, selectionEnd: end, selectionDirection: direction } = field;
  // Fields such as `email` have no readable caret.
  if (start === null || end === null) return () => {};
  const wasAtEnd = start === value.length;
  const wasWhole = start === 0 && end === value.length;
  return () => {
    const hasMoved = field.selectionStart !== start || field.selectionEnd !== end;
    if (!hasMoved || wasAtEnd || document.activeElement !== field) return;
    if (wasWhole) field.select();
    else field.setSelectionRange(start, end, direction ?? undefined);
  };
}
