import Testing

/// The ledger of what Apple's framework gives about time: every fact is a test by its number.
@Suite(.serialized) struct TimeFactTests {
    @Test(arguments: allTimeFacts)
    func fact_holds(_ fact: TimeFact) {
        let (found, expected) = fact.values()
        #expect(found.isSame(as: expected), "\(fact): \(found), not \(expected)")
    }

    /// How many there must be: 200 exact values, no more than 40 of one class, 150 of them seen on Apple's framework.
    @Test func facts_are_as_many_as_wanted() {
        #expect(Set(allTimeFacts.map(\.id)).count == allTimeFacts.count, "two facts have one number")
        #expect(Set(allTimeFacts.map { "\($0.topic): \($0.statement)" }).count == allTimeFacts.count)
        #expect(allTimeFacts.count >= 200, "\(allTimeFacts.count) facts")
        for (topic, facts) in Dictionary(grouping: allTimeFacts, by: \.topic) {
            #expect(facts.count <= 40, "\(facts.count) facts of \(topic)")
        }
        let measured = allTimeFacts.filter { $0.source.isMeasured }
        #expect(measured.count >= 150, "\(measured.count) measured facts")
    }
}
