export const maxPoints = { fit: 40, value: 30, intent: 30 } as const;
