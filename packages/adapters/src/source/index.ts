/** What a source from outside is made of. A package of sources needs no more than `@daybook/sources`. */
export * from "@daybook/sources"
