export const oneDecimal = (value: number): number => Math.round(value * 10) / 10
