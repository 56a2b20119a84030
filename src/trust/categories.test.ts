import { expect, it } from 'vitest'
import { FEW, smallPack } from '../../test/helpers/packs.ts'
import { CATEGORY_FEATURES, categoriesOf, categoryBag } from './categories.ts'
import { CATEGORIES } from './patterns.ts'
import { readCall } from './reading/read.ts'

const { space } = smallPack()

it('a call that was trained on has its category first', () => {
  for (const { call, category } of FEW.filter((one) => one.category !== null))
    expect(categoriesOf(readCall(call), space.categories)[0]).toBe(category)
})

it('every category occurs once, at most', () => {
  for (const { call } of FEW) {
    const named = categoriesOf(readCall(call), space.categories)
    expect(new Set(named).size).toBe(named.length)
    expect(named.every((one) => CATEGORIES.includes(one))).toBe(true)
  }
})

it('without trained categories there are none', () => {
  for (const { call } of FEW) expect(categoriesOf(readCall(call), [])).toEqual([])
})

it('features of categories are within their smaller space', () => {
  for (const { call } of FEW) expect(Math.max(...categoryBag(readCall(call)).features)).toBeLessThan(CATEGORY_FEATURES)
})
