/** A failed call. `message` is the host's error message if the host responded. */
export class DaybookError extends Error {
  override readonly name = "DaybookError"
  /** The HTTP status; 0 if no usable response arrived. */
  readonly status: number
  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause })
    this.status = status
  }
}
