import MicaWire
import Testing

@Suite struct AnimationEditTests {
    private func animation(_ duration: Double) -> AnimationState {
        var state = AnimationState(timing: TimingState(), content: .group([]))
        state.timing.duration = duration
        return state
    }

    @Test func edits_together_give_what_they_give_one_after_the_other() {
        var edits: [AnimationEdit] = []
        for index in 0..<200 {
            edits.append(.add(key: "k\(index * 7 % 31)", animation: animation(Double(index))))
            if index % 5 == 3 { edits.append(.remove(key: "k\(index % 31)")) }
            if index == 90 { edits.append(.removeAll) }
        }
        var (together, single) = ([KeyedAnimation](), [KeyedAnimation]())
        for index in 0..<4 {
            together.append(KeyedAnimation(key: "k\(index)", animation: animation(9)))
            single.append(KeyedAnimation(key: "k\(index)", animation: animation(9)))
        }
        together.apply(edits)
        for edit in edits { single.apply(edit) }
        #expect(together.map { $0.key } == single.map { $0.key })
        #expect(together.map { $0.animation.timing.duration } == single.map { $0.animation.timing.duration })
        #expect(!together.isEmpty)
    }
}
