/** A cell of RFC 4180, always in quotes, so that no reader takes a number or a line break for something else. */
const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** A row of RFC 4180. Text that begins like a formula stays as it is: a spreadsheet has to import columns as text. */
export const csvRow = (values: ReadonlyArray<string>): string => `${values.map(cell).join(",")}\r\n`
