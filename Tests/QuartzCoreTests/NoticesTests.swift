import MicaTrace
import Synchronization
import Testing

@Suite struct NoticesTests {
    private final class Output: Sendable {
        let lines = Mutex<[String]>([])
        func write(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func a_thing_is_said_once_with_its_module() {
        let output = Output()
        let notices = Notices { output.write($0) }
        for _ in 0..<3 { notices.say("no font is called \"A\"", from: "CoreText") }
        notices.say("no font is called \"A\"", from: "UIKit")
        notices.say("a frame of 1", from: "UIKit", key: "frame")
        notices.say("a frame of 2", from: "UIKit", key: "frame")
        let lines = [
            "CoreText: no font is called \"A\"", "UIKit: no font is called \"A\"", "UIKit: a frame of 1",
        ]
        #expect(output.lines.withLock { $0 } == lines)
        #expect(notices.lines == lines)
    }

    @Test func what_is_remembered_is_bounded_and_the_end_is_said() {
        let output = Output()
        let notices = Notices(limit: 3) { output.write($0) }
        for _ in 0..<2 {
            for number in 0..<100 { notices.say("\(number)", from: "QuartzCore") }
        }
        // Another module's notices are not lost for that.
        notices.say("no device", from: "OpenGLES")
        let lines = [
            "QuartzCore: 0", "QuartzCore: 1", "QuartzCore: 2", "QuartzCore: more is not said", "OpenGLES: no device",
        ]
        #expect(notices.lines == lines)
        #expect(output.lines.withLock { $0 } == lines)
    }

    @Test func threads_say_a_thing_once() async {
        let output = Output()
        let notices = Notices { output.write($0) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for number in 0..<200 { notices.say("\(number)", from: "QuartzCore") } }
            }
        }
        #expect(Set(output.lines.withLock { $0 }).count == 200)
        #expect(output.lines.withLock { $0.count } == 200)
    }
}
