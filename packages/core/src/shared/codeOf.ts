/** The code of an error of Node or of PostgreSQL; "" without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "")
