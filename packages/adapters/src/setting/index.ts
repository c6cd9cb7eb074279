/** How settings are declared and read. */
export * from "@daybook/sources/setting"
