import Mica
import QuartzCore
import Testing

@testable import MicaWindow

/// Which backend draws a window.
@Suite struct BackendTests {
    @Test func environment_chooses_before_the_program() {
        func resolved(_ program: LayerRenderer.Backend, _ value: String?) -> LayerRenderer.Backend {
            let environment = value.map { [BackendSetting.variable: $0] } ?? [:]
            return BackendSetting.resolved(program, environment: environment) { Issue.record("\($0)") }
        }
        #expect(resolved(.cpu, nil) == .cpu && resolved(.auto, nil) == .auto && resolved(.gl, "") == .gl)
        #expect(resolved(.cpu, "gl") == .gl && resolved(.gl, "cpu") == .cpu && resolved(.cpu, "auto") == .auto)
    }

    @Test func unknown_backends_of_the_environment_are_reported() {
        var reports: [String] = []
        let environment = [BackendSetting.variable: "vulkan"]
        #expect(BackendSetting.resolved(.gl, environment: environment) { reports.append($0) } == .gl)
        #expect(reports == ["MICA_WINDOW_BACKEND is 'vulkan', which is ignored: use cpu, gl or auto"])
    }

    @Test func whoever_asks_is_told_what_draws() async {
        let choice = BackendChoice()
        choice.tell(.cpu, "it was asked for")
        await confirmation(expectedCount: 2) { told in
            choice.observe { backend, reason in
                told()
                #expect((backend == .cpu) == (reason == "it was asked for"))
            }
            choice.tell(.gl, "a renderer")
        }
    }
}
