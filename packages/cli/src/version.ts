/** The version that `daybook --version` prints. */
export const version = "0.1.0"
