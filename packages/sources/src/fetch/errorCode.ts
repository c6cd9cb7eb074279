const deepestCause = 5

/** The code of the innermost cause of an error that has one, however deep the client wrapped it; "" without one. */
export const errorCode = (error: unknown, depth = 0): string => {
  if (typeof error !== "object" || error === null || depth > deepestCause) return ""
  const [inner] = "errors" in error && Array.isArray(error.errors) ? (error.errors as ReadonlyArray<unknown>) : []
  const cause = inner ?? ("cause" in error ? error.cause : undefined)
  const code = errorCode(cause, depth + 1)
  return code !== "" || !("code" in error) ? code : String(error.code)
}
