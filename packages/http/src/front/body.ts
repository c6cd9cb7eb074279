import type { IncomingMessage, ServerResponse } from "node:http"
import { type ErrorEnvelope, badRequest, tooLarge, tooManyRequests } from "../kit/errors.js"
import { type BodyLimits, type ReadBody, shapeCheck } from "./bodyShape.js"
import { awaitsContinue } from "./requests.js"

/** The limits for callers with a key: 1 MiB. */
export const keyLimits: BodyLimits = { bytes: 1_048_576, parts: 200_000, syntax: "json" }
/** The limits for callers without a key, where a route needs no more: 4 KiB. */
export const strangerLimits: BodyLimits = { bytes: 4_096, parts: 1_000, syntax: "json" }

/** How much more is read and discarded before the connection is closed, so that the client can read the 413. */
const discardedBytes = 16 * 1_048_576
/** Bytes of unfinished bodies that callers without a key may have here at a time, by address and together. */
const maxBytesOfAddress = 2 * 1_048_576
const maxBytesOfStrangers = 64 * 1_048_576

const tooComplex = badRequest("the body has too many parts or is nested too deeply; send less at a time")

/**
 * Reads the body of a request and calls `done` once, with its bytes or as soon as it is refused. `stranger` is the
 * address of a caller without a key.
 */
export type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
  limits: BodyLimits,
  stranger: string | undefined,
  done: (body: ReadBody) => void
) => void

/** Reads the bodies of all requests of a host: every door goes through it. */
export const bodyReader = (): BodyReader => {
  const budget = strangersBudget()
  return (request, response, limits, stranger, done) => {
    const declaresTooMuch = Number(request.headers["content-length"] ?? 0) > limits.bytes
    if (awaitsContinue(request) && !declaresTooMuch) response.writeContinue()
    const isWellShaped = shapeCheck(limits.syntax, limits.parts)
    const chunks: Array<Buffer> = []
    let size = 0
    let isDone = false
    const finish = (body: ReadBody) => {
      isDone = true
      chunks.length = 0
      if (stranger !== undefined) budget.release(stranger, size)
      done(body)
    }
    /** Why the body is refused with one more chunk. */
    const problemWith = (chunk: Buffer): ErrorEnvelope | undefined => {
      if (size + chunk.byteLength > limits.bytes) return tooLarge
      if (!isWellShaped(chunk)) return tooComplex
      return stranger === undefined || budget.take(stranger, chunk.byteLength) ? undefined : tooManyRequests
    }
    let discarded = 0
    request.on("data", (chunk: Buffer) => {
      if (isDone) {
        discarded += chunk.byteLength
        if (discarded > discardedBytes) request.destroy()
        return
      }
      const problem = problemWith(chunk)
      if (problem !== undefined) return finish(problem)
      size += chunk.byteLength
      chunks.push(chunk)
    })
    request.once("end", () => {
      if (!isDone) finish(Buffer.concat(chunks, size))
    })
    // A client that leaves does not get an answer, but its bytes are free.
    request.once("close", () => {
      if (!isDone && stranger !== undefined) budget.release(stranger, size)
      isDone = true
    })
    if (declaresTooMuch) finish(tooLarge)
  }
}

/** The memory that unfinished bodies of callers without a key have. */
const strangersBudget = () => {
  const bytesOf = new Map<string, number>()
  let total = 0
  return {
    take: (address: string, bytes: number): boolean => {
      const own = (bytesOf.get(address) ?? 0) + bytes
      if (own > maxBytesOfAddress || total + bytes > maxBytesOfStrangers) return false
      bytesOf.set(address, own)
      total += bytes
      return true
    },
    release: (address: string, bytes: number): void => {
      const left = (bytesOf.get(address) ?? 0) - bytes
      total -= bytes
      if (left > 0) bytesOf.set(address, left)
      else bytesOf.delete(address)
    }
  }
}

export const isRefused = (body: ReadBody): body is ErrorEnvelope => !Buffer.isBuffer(body)

export const noBody: Buffer = Buffer.alloc(0)
