import Foundation
import Testing

@testable import MicaCommand

@Suite struct TestConditionsTests {
    /// The conditions of a command line.
    private func conditions(_ words: String...) throws -> TestConditions {
        var (conditions, rest) = (TestConditions(), words[...])
        while let word = rest.popFirst() {
            let isTaken = try conditions.take(word) { rest.popFirst() ?? "" }
            #expect(isTaken, "\(word) is an option")
        }
        return conditions
    }

    /// A file that is removed behind the body.
    private func with(_ text: String, named name: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        try body(file.path)
    }

    @Test func a_language_and_a_region_make_a_locale() throws {
        let arabic = try conditions("--language", "ar", "--region", "eg")
        #expect(arabic.isLocalized)
        #expect(arabic.environment == ["MICA_LANGUAGE": "ar", "MICA_LOCALE": "ar_EG"])
        let chinese = try conditions("--language", "zh-Hans")
        #expect(chinese.environment == ["MICA_LANGUAGE": "zh-Hans", "MICA_LOCALE": "zh_Hans"])
        let german = try conditions("--region", "DE")
        #expect(german.environment == ["MICA_LANGUAGE": "en", "MICA_LOCALE": "en_DE"])
        #expect(try !conditions("--dark").isLocalized)
        for code in ["fil", "pt_BR", "es-419", "sr-Latn-RS", "de-1996", "HE"] {
            #expect(try conditions("--language", code).isLocalized, "\(code)")
        }
        for code in ["arabic!", "xx", "xx-yy", "de-yy", "qqq", "e", ""] {
            #expect(throws: PortError.self) { try conditions("--language", code) }
        }
        for code in ["Egypt", "YY", "41", ""] {
            #expect(throws: PortError.self) { try conditions("--region", code) }
        }
    }

    @Test func a_device_has_a_screen_and_a_safe_area() throws {
        let phone = try conditions("--device", "iphone-15", "--dark", "--content-size", "extra-large")
        #expect(
            phone.environment == [
                "MICA_SCREEN": "393x852@3", "MICA_SAFE_AREA": "59,0,34,0", "MICA_APPEARANCE": "dark",
                "MICA_CONTENT_SIZE": "XL",
            ])
        #expect(try conditions("--device", "320x480@2").environment == ["MICA_SCREEN": "320x480@2"])
        #expect(try conditions("--system-version", "17.5").environment == ["MICA_SYSTEM_VERSION": "17.5"])
        #expect(throws: PortError.self) { try conditions("--system-version", "iOS 17") }
        let error = #expect(throws: PortError.self) { try conditions("--device", "phone") }
        #expect(error?.description.contains("iphone-15") == true)
    }

    private let plan = """
        {"configurations": [
          {"id": "1", "name": "Arabic", "options": {"language": "ar", "region": "EG"}},
          {"id": "2", "name": "German", "options": {"language": "de",
            "environmentVariableEntries": [{"key": "MODE", "value": "two"}, {"key": "OFF", "value": "1", "enabled": false}]}}],
         "defaultOptions": {"region": "AT", "environmentVariableEntries": [{"key": "MODE", "value": "one"}]},
         "testTargets": [
          {"skippedTests": ["CardTests", "RowTests/testSlow()"], "target": {"containerPath": "c", "identifier": "Cards", "name": "CardsTests"}},
          {"enabled": false, "target": {"containerPath": "c", "identifier": "Old", "name": "OldTests"}}],
         "version": 1}
        """

    @Test func a_plan_has_a_configuration_over_its_defaults() throws {
        try with(plan, named: "All.xctestplan") { path in
            let german = try conditions("--test-plan", path + ":German")
            #expect(german.environment == ["MODE": "two", "MICA_LANGUAGE": "de", "MICA_LOCALE": "de_AT"])
            #expect(german.isLocalized)
            let arabic = try conditions("--test-plan", path + ":Arabic")
            #expect(arabic.environment["MICA_LOCALE"] == "ar_EG" && arabic.environment["MODE"] == "one")
            // The command line comes first, wherever it is.
            let french = try conditions("--language", "fr", "--test-plan", path + ":Arabic")
            #expect(french.environment["MICA_LOCALE"] == "fr_EG")
            let error = #expect(throws: PortError.self) { try conditions("--test-plan", path) }
            #expect(error?.description.contains("Arabic, German") == true)
            #expect(throws: PortError.self) { try conditions("--test-plan", path + ":Greek") }
        }
    }

    @Test func a_plan_chooses_tests() throws {
        try with(plan, named: "All.xctestplan") { path in
            let options = try TestPlan(path + ":Arabic").testOptions
            #expect(options.filter { $0 != "--skip" }.count == 3 && options.filter { $0 == "--skip" }.count == 3)
            func isSkipped(_ test: String) throws -> Bool {
                try options.contains { try $0 != "--skip" && test.contains(Regex($0)) }
            }
            #expect(try isSkipped("CardsTests.CardTests/testRows"))
            #expect(try isSkipped("CardsTests.RowTests/testSlow"))
            #expect(try !isSkipped("CardsTests.RowTests/testSlowest"))
            #expect(try !isSkipped("CardsTests.CardTestsMore/testRows"))
            #expect(try isSkipped("OldTests.Any/testThing"))
        }
    }

    @Test func a_scheme_has_a_language_and_variables() throws {
        let scheme = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Scheme version = "1.3">
               <TestAction buildConfiguration = "Debug" language = "he" region = "IL" shouldUseLaunchSchemeArgsEnv = "NO">
                  <EnvironmentVariables>
                     <EnvironmentVariable key = "A" value = "1 &amp; 2" isEnabled = "YES"></EnvironmentVariable>
                     <EnvironmentVariable key = "B" value = "2" isEnabled = "NO"></EnvironmentVariable>
                  </EnvironmentVariables>
               </TestAction>
               <LaunchAction language = "fr"></LaunchAction>
            </Scheme>
            """
        try with(scheme, named: "App.xcscheme") { path in
            let environment = try conditions("--test-plan", path).environment
            #expect(environment == ["A": "1 & 2", "MICA_LANGUAGE": "he", "MICA_LOCALE": "he_IL"])
        }
    }

    /// Projects with FBSnapshotTestCase keep the folder of their pictures there, relative to the project.
    @Test func tests_share_the_variables_of_a_schemes_program() throws {
        let scheme = """
            <Scheme>
               <TestAction shouldUseLaunchSchemeArgsEnv = "YES"></TestAction>
               <LaunchAction language = "fr">
                  <EnvironmentVariables>
                     <EnvironmentVariable key = "DIR" value = "$(SOURCE_ROOT)/${PROJECT_NAME}Tests/Pictures"></EnvironmentVariable>
                     <EnvironmentVariable key = "B" value = "$(PLACE)" isEnabled = "YES"></EnvironmentVariable>
                  </EnvironmentVariables>
               </LaunchAction>
            </Scheme>
            """
        try with(scheme, named: "My.xcodeproj/xcshareddata/xcschemes/App.xcscheme") { path in
            let folder = path.components(separatedBy: "/My.xcodeproj")[0]
            let environment = try conditions("--test-plan", path).environment
            #expect(environment == ["DIR": folder + "/MyTests/Pictures", "B": "$(PLACE)"])
        }
        try with(scheme.replacingOccurrences(of: "YES", with: "NO"), named: "App.xcscheme") { path in
            let environment = try conditions("--test-plan", path).environment
            #expect(environment.isEmpty)
        }
    }

    @Test(arguments: ["", "[]", "{\"configurations\": 3}", "<Scheme></Scheme>"])
    func other_files_are_refused_in_a_line(_ text: String) throws {
        for name in ["a.xctestplan", "a.xcscheme"] {
            try with(text, named: name) { path in
                let error = #expect(throws: PortError.self) { try conditions("--test-plan", path) }
                #expect(error?.description.contains(path) == true && error?.description.contains("\n") == false)
            }
        }
    }
}
