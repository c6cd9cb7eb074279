/** Of this program, as `daybook --version` says it. */
export const version = "0.1.0"
