import type { CardPayments } from '#server/ports/card-payments.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

/** `away`: nothing reaches the provider. `deaf`: it does what it is asked, and its answer is lost. */
export const weathers = ['well', 'away', 'deaf'] as const
export type Weather = (typeof weathers)[number]

/** Has a provider behave like the weather of the moment. */
export function underWeather(cards: CardPayments, weather: () => Weather): void {
  const outside =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (weather() === 'away') throw new ProviderError('The provider is away.')
      const answer = await call(...given)
      if (weather() === 'deaf') throw new ProviderError('The answer got lost.')
      return answer
    }
  cards.openIntent = outside(cards.openIntent.bind(cards))
  cards.findIntent = outside(cards.findIntent.bind(cards))
  cards.cancelIntent = outside(cards.cancelIntent.bind(cards))
  cards.refund = outside(cards.refund.bind(cards))
  cards.listRefunds = outside(cards.listRefunds.bind(cards))
}
