import { type CardPicture, type PictureShape, pictureHeight, pictureWidth } from "@daybook/core/cards"
import type { Domain } from "@daybook/core"
import type { Image, ImageProxy, Transform } from "@daybook/core/images"
import type { StorageFailure } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import type { CardImage } from "./yearCards.js"

const quality = 78

/** The request that the address of a picture stands for, in another size. */
const transformOf = ({ url }: Image, shape: PictureShape): Transform => {
  const { pathname, searchParams } = new URL(url)
  const [domain = "", collection = "", id = ""] = pathname.slice(pathname.indexOf("/images/") + 8).split("/")
  return {
    domain: domain as Domain,
    collection,
    id: Number(id),
    version: Number(searchParams.get("v")),
    signature: searchParams.get("s") ?? "",
    width: pictureWidth,
    height: pictureHeight[shape],
    fit: "cover",
    format: "jpeg",
    quality
  }
}

/** Reads the pictures of a card. One that is lost or changes meanwhile is left out. */
export const readPictures =
  ({ serve }: Context.Tag.Service<ImageProxy>) =>
  (images: ReadonlyArray<CardImage>, shape: PictureShape): Effect.Effect<ReadonlyArray<CardPicture>, StorageFailure> =>
    Effect.map(
      Effect.forEach(images, ({ image, title }) =>
        serve(transformOf(image, shape)).pipe(
          Effect.map((result) => (result._tag === "Picture" ? [{ title, jpeg: result.bytes }] : [])),
          Effect.catchTag("NoData", () => Effect.succeed([]))
        )
      ),
      (pictures) => pictures.flat()
    )
