import type { DomainSummary } from "@daybook/core/domain"
import { useMemo, useState } from "preact/hooks"
import { type DeclaredRecord, fieldText, pictureOf, useRecent, useRecords, useStats } from "../api/declared.js"
import { Block } from "../parts/Block.js"
import { to } from "../router/location.js"
import { Picture } from "../pictures/Picture.js"
import { count, dateOf, day } from "../text/format.js"

const recent = { limit: 12 }
const pageSize = 10

export interface OfDomain {
  readonly domain: DomainSummary
}

export interface OfRecord extends OfDomain {
  readonly record: DeclaredRecord
}

/** The text for a domain without records. */
const Nothing = ({ domain }: OfDomain) => (
  <>
    No records of {domain.title} yet: <code>daybook sources</code> lists what can be read.
  </>
)

/** The text of the field that names a record. */
export const titleOf = ({ domain, record }: OfRecord) => fieldText(record, domain.record.titleField)

const DayOf = ({ domain, record }: OfRecord) => {
  const text = fieldText(record, domain.record.dayField)
  // A time is on a day of the reader's time zone, a day is a day.
  return text === "" ? null : <time dateTime={text}>{text.includes("T") ? dateOf(Date.parse(text)) : day(text)}</time>
}

/** The latest records. */
export const Recent = ({ domain }: OfDomain) => (
  <Block
    title={`${domain.title}, latest first`}
    answer={useRecent(domain, recent)}
    class="whole"
    rows={10}
    nothing={<Nothing domain={domain} />}
  >
    {({ data }) => (
      <ol class="strip covers">
        {data.map((record) => {
          const title = titleOf({ domain, record })
          return (
            <li key={record.id}>
              <Picture
                image={pictureOf(record, domain)}
                alt={`Picture of ${title}`}
                initial={title}
                width={160}
                height={160}
              />
              <p class="name" dir="auto">
                <a href={to(`/${domain.name}/${record.id}`)}>{title}</a>
              </p>
              <p class="quiet" dir="auto">
                {fieldText(record, domain.record.subtitleField)}
              </p>
              <p class="quiet">
                <DayOf domain={domain} record={record} />
              </p>
            </li>
          )
        })}
      </ol>
    )}
  </Block>
)

/** Totals of the domain. */
export const Figures = ({ domain }: OfDomain) => (
  <Block title={`${domain.title} in figures`} answer={useStats(domain)} rows={4} nothing={<Nothing domain={domain} />}>
    {({ data }) => (
      <dl class="figures">
        <div class="key-figure">
          <dt>this year</dt>
          <dd class="value">{count(data.this_year)}</dd>
          <dd class="note">{count(data.total)} in all</dd>
        </div>
      </dl>
    )}
  </Block>
)

const isDrawn = ({ record: { courseField, pictureField } }: DomainSummary, name: string) =>
  name === courseField || name === pictureField

/** All known fields of a record with their names. */
export const Fields = ({ domain, record }: OfRecord) => (
  <dl class="fields">
    {domain.record.fields
      .filter((name) => !isDrawn(domain, name) && fieldText(record, name) !== "")
      .map((name) => (
        <div key={name}>
          <dt>{name.replaceAll("_", " ")}</dt>
          <dd dir="auto">{fieldText(record, name)}</dd>
        </div>
      ))}
  </dl>
)

/** A record with all of its fields, which open on demand. */
const Details = ({ domain, record }: OfRecord) => (
  <details>
    <summary dir="auto">
      {titleOf({ domain, record })} <span class="quiet">{fieldText(record, domain.record.subtitleField)}</span>
    </summary>
    <Fields domain={domain} record={record} />
    <p class="quiet">
      <a href={to(`/${domain.name}/${record.id}`)}>The page of {titleOf({ domain, record })}</a>
    </p>
  </details>
)

/** All records, page by page, each with its details on demand. */
export const List = ({ domain }: OfDomain) => {
  const [page, setPage] = useState(1)
  const query = useMemo(() => ({ page, limit: pageSize }), [page])
  return (
    <Block
      title={`All: ${domain.record.title}`}
      answer={useRecords(domain, query)}
      rows={14}
      nothing={<Nothing domain={domain} />}
    >
      {({ data, pagination }) => (
        <>
          <ul class="records">
            {data.map((record) => (
              <li key={record.id}>
                <Details domain={domain} record={record} />
              </li>
            ))}
          </ul>
          {pagination.total_pages > 1 && (
            <p class="quiet">
              {pagination.page > 1 && (
                <button type="button" class="plain" onClick={() => setPage(page - 1)}>
                  Back
                </button>
              )}{" "}
              Page {count(pagination.page)} of {count(pagination.total_pages)}{" "}
              {pagination.page < pagination.total_pages && (
                <button type="button" class="plain" onClick={() => setPage(page + 1)}>
                  Next
                </button>
              )}
            </p>
          )}
        </>
      )}
    </Block>
  )
}
