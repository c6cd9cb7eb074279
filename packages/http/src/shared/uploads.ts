import { Context } from "effect"

/** Stands on an endpoint that takes files beside JSON: the largest body that it takes, bytes. It reads the body itself. */
export class Uploads extends Context.Tag("@daybook/http/Uploads")<Uploads, number>() {}
