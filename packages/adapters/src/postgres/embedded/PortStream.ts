import { Duplex } from "node:stream"
import type { MessagePort } from "node:worker_threads"

type Done = (error?: Error | null) => void

/**
 * A connection between two threads of a process, as a stream of bytes. A write to a socket costs two system calls and
 * more processor time than the rest of a short statement. Has the methods of a socket that the driver calls.
 */
export class PortStream extends Duplex {
  constructor(private readonly port: MessagePort) {
    super({ allowHalfOpen: false })
    port.on("message", (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    port.on("close", () => {
      this.push(null)
      this.destroy()
    })
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: Done): void {
    this.post(chunk)
    done()
  }

  override _writev(chunks: ReadonlyArray<{ readonly chunk: Buffer }>, done: Done): void {
    this.post(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  /** The other side reads what was written before it sees the end. */
  override _final(done: Done): void {
    this.port.close()
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.port.close()
    done(error)
  }

  /** A copy, since buffers share memory with others, and the whole memory would be sent. */
  private post(bytes: Buffer): void {
    const copy = new Uint8Array(bytes)
    this.port.postMessage(copy, [copy.buffer])
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.port.ref()
    return this
  }

  unref(): this {
    this.port.unref()
    return this
  }
}
