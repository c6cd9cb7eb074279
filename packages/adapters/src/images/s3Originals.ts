import type { Originals } from "@daybook/core/images"
import { StorageFailure } from "@daybook/core/shared"
import { AwsClient } from "aws4fetch"
import { Effect, Option, Redacted, Stream } from "effect"
import { XMLParser } from "fast-xml-parser"
import { nameOf } from "./fileOriginals.js"

export interface S3Settings {
  /** Without a trailing slash. The bucket is the first path segment below it. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
}

const patience = 30_000
const retries = 3

/**
 * Originals in a bucket of any S3-compatible service (Signature Version 4, path style), each under `originals/` and its
 * hash.
 */
export const s3Originals = (settings: S3Settings): typeof Originals.Service => {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: Redacted.value(settings.secretAccessKey),
    region: settings.region,
    service: "s3",
    retries,
    initRetryMs: 100
  })
  const bucket = `${settings.endpoint}/${encodeURIComponent(settings.bucket)}`
  const urlOf = (name: string) => `${bucket}/${prefix}${name.slice(0, 2)}/${name}`
  const call = <A>(operation: string, url: string, init: RequestInit, read: (response: Response) => Promise<A>) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await client.fetch(url, {
          ...init,
          // A signature is for one host: where a store sends elsewhere, nobody goes.
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience)])
        })
        if (response.ok || response.status === 404) return await read(response)
        await response.body?.cancel()
        throw new Error(`the image store answers with HTTP ${response.status}`)
      },
      catch: (cause) => new StorageFailure({ operation, unavailable: true, cause: plain(cause) })
    })
  return {
    put: (bytes) => {
      const name = nameOf(bytes)
      const body = new Uint8Array(bytes)
      return call(
        "Originals.put",
        urlOf(name),
        { method: "PUT", body, headers: { "content-type": "application/octet-stream", "x-amz-content-sha256": name } },
        async (response) => {
          await response.body?.cancel()
          if (!response.ok) throw new Error("the image store has no such bucket")
          return name
        }
      )
    },
    get: (name) =>
      call("Originals.get", urlOf(name), { method: "GET" }, async (response) => {
        if (response.status === 404) {
          await response.body?.cancel()
          return Option.none()
        }
        return Option.some(new Uint8Array(await response.arrayBuffer()))
      }),
    all: Stream.paginateEffect("", (after) =>
      call("Originals.all", `${bucket}?${listing(after)}`, { method: "GET" }, async (response) => {
        if (!response.ok) throw new Error("the image store has no such bucket")
        return pageOf(await response.text())
      })
    ).pipe(Stream.flattenIterables),
    remove: (name) =>
      call("Originals.remove", urlOf(name), { method: "DELETE" }, async (response) => response.body?.cancel())
  }
}

const prefix = "originals/"

const listing = (after: string) =>
  new URLSearchParams({ "list-type": "2", ...(after === "" ? {} : { "continuation-token": after }), prefix }).toString()

const parser = new XMLParser({ parseTagValue: false, isArray: (tag) => tag === "Contents" })

/** `ListBucketResult`: `{IsTruncated, NextContinuationToken, Contents: [{Key, LastModified}]}`. */
const pageOf = (xml: string) => {
  const {
    Contents = [],
    IsTruncated,
    NextContinuationToken
  } = (parser.parse(xml) as { readonly ListBucketResult?: Listing }).ListBucketResult ?? {}
  const objects = Contents.map(({ Key, LastModified }) => ({
    name: Key.slice(Key.lastIndexOf("/") + 1),
    at: Date.parse(LastModified)
  }))
  return [objects, IsTruncated === "true" ? Option.fromNullable(NextContinuationToken) : Option.none<string>()] as const
}

interface Listing {
  readonly Contents?: ReadonlyArray<{ readonly Key: string; readonly LastModified: string }>
  readonly IsTruncated?: string
  readonly NextContinuationToken?: string
}

/** Requests contain keys, so only the message of an error is passed on. */
const plain = (cause: unknown) => new Error(cause instanceof Error ? cause.message : String(cause))
