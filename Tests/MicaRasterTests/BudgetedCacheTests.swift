import MicaBase
import Testing

@Suite struct BudgetedCacheTests {
    @Test func what_was_used_longest_ago_goes_first() {
        var cache = BudgetedCache<String, Int>(budget: 100)
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { cache.insert(value, for: key, bytes: 30) }
        #expect(cache.value("a") == 1)
        var dropped: [Int] = []
        cache.insert(4, for: "d", bytes: 40) { dropped.append($0) }
        #expect(dropped == [2])
        #expect(cache.bytes == 100 && cache.count == 3 && !cache.holds("b"))
        cache.insert(5, for: "e", bytes: 101) { dropped.append($0) }
        #expect(dropped == [2] && !cache.holds("e") && cache.bytes == 100)
    }

    @Test func expendable_values_go_before_all_others() {
        var cache = BudgetedCache<Int, Int>(budget: 3)
        for key in 0..<3 { cache.insert(key, for: key, bytes: 1, isExpendable: key == 2) }
        var dropped: [Int] = []
        for key in 3..<5 { cache.insert(key, for: key, bytes: 1) { dropped.append($0) } }
        #expect(dropped == [2, 0])
    }

    @Test func a_full_cache_goes_below_its_budget_by_the_slack() {
        var cache = BudgetedCache<Int, Int>(budget: 8, slack: 4)
        for key in 0..<9 { cache.insert(key, for: key, bytes: 1) }
        #expect(cache.count == 4 && cache.holds(8) && cache.holds(5) && !cache.holds(4))
    }

    @Test func what_is_added_stays_until_there_is_to_be_room() {
        var cache = BudgetedCache<Int, Int>(budget: 2)
        for key in 0..<4 { cache.add(key, for: key, bytes: 1) }
        #expect(cache.bytes == 4)
        var dropped: [Int] = []
        cache.makeRoom { dropped.append($0) }
        #expect(dropped == [0, 1] && cache.bytes == 2)
        cache.budget = 1
        #expect(cache.count == 2)
        cache.makeRoom { dropped.append($0) }
        #expect(dropped == [0, 1, 2] && cache.bytes == 1)
    }
}
