const names = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : []

/** The time zones that a browser knows, for the fields that name one. */
export const ZoneNames = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
)

/** Whether the browser knows a time zone, by its name or an alias. */
export const isZone = (name: string): boolean => {
  try {
    return name !== "" && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
