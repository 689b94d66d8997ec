import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Search bars and search controllers. Numbers: docs/navigation.md.
@MainActor @Suite(.serialized) struct SearchTests {
    private final class Teller: NSObject, UISearchBarDelegate, UISearchControllerDelegate, UISearchResultsUpdating {
        var told: [String] = []
        var allows = true
        func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
            told.append("shouldBegin")
            return allows
        }
        func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { told.append("begin") }
        func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool {
            told.append("shouldEnd")
            return true
        }
        func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { told.append("end") }
        func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { told.append("text \(searchText)") }
        func searchBar(
            _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
        ) -> Bool { text != "x" }
        func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { told.append("search") }
        func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar) { told.append("bookmark") }
        func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { told.append("cancel") }
        func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
            told.append("scope \(selectedScope)")
        }
        func willPresentSearchController(_ searchController: UISearchController) { told.append("willPresent") }
        func didPresentSearchController(_ searchController: UISearchController) { told.append("didPresent") }
        func willDismissSearchController(_ searchController: UISearchController) { told.append("willDismiss") }
        func didDismissSearchController(_ searchController: UISearchController) { told.append("didDismiss") }
        func updateSearchResults(for searchController: UISearchController) {
            told.append("update \(searchController.searchBar.text ?? "")")
        }
    }

    /// A list of 40 rows.
    private final class Rows: UITableViewController {
        var count = 40
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = "Row \(indexPath.row)"
            return cell
        }
    }

    private let teller = Teller()

    private func barStage(_ change: (UISearchBar) -> Void = { _ in }) -> (ControllerStage, UISearchBar) {
        let root = UIViewController()
        let bar = UISearchBar(frame: CGRect(x: 0, y: 100, width: 375, height: 56))
        bar.delegate = teller
        change(bar)
        bar.sizeToFit()
        root.view.addSubview(bar)
        return (ControllerStage(root), bar)
    }

    @Test func the_field_and_the_cancel_button_have_their_places() {
        let (stage, bar) = barStage()
        #expect(bar.frame == CGRect(x: 0, y: 100, width: 375, height: 56))
        #expect(bar.searchTextField.frame == CGRect(x: 8, y: 10, width: 359, height: 36))
        stage.act { bar.setShowsCancelButton(true, animated: true) }
        stage.pass(0.5)
        let cancel = bar.subviews.compactMap { $0 as? UIButton }.first
        #expect(cancel.map { $0.alpha == 1 && $0.frame.maxX == 367 } == true)
        #expect(bar.searchTextField.frame.maxX == 367 - (cancel?.frame.width ?? 0) - 10)
        #expect(cancel?.isEnabled == false, "it can be used while the field is edited")
        stage.act { bar.becomeFirstResponder() }
        #expect(cancel?.isEnabled == true && bar.isFirstResponder)
        stage.act { bar.setShowsCancelButton(false, animated: false) }
        #expect(!bar.showsCancelButton && bar.searchTextField.frame.maxX == 367)
    }

    @Test func an_animated_cancel_button_moves_the_fields_end() {
        let (stage, bar) = barStage()
        stage.act { bar.setShowsCancelButton(true, animated: true) }
        stage.pass(0.1)
        let shown = stage.shown(bar.searchTextField).maxX
        #expect(bar.searchTextField.frame.maxX < shown && shown < 367)
        stage.pass(0.5)
        #expect(stage.shown(bar.searchTextField).maxX == bar.searchTextField.frame.maxX)
    }

    @Test func the_settings_of_its_text_are_those_of_the_field() {
        let bar = UISearchBar()
        let field = bar.searchTextField
        #expect(bar.autocapitalizationType == .none && bar.enablesReturnKeyAutomatically)
        (bar.autocapitalizationType, bar.autocorrectionType, bar.spellCheckingType) = (.words, .no, .no)
        (bar.smartQuotesType, bar.smartDashesType, bar.smartInsertDeleteType) = (.no, .no, .no)
        (bar.keyboardType, bar.keyboardAppearance, bar.returnKeyType) = (.numberPad, .dark, .go)
        (bar.enablesReturnKeyAutomatically, bar.isSecureTextEntry) = (false, true)
        bar.textContentType = .emailAddress
        #expect(field.autocapitalizationType == .words && field.autocorrectionType == .no)
        #expect(field.spellCheckingType == .no && field.smartQuotesType == .no && field.smartDashesType == .no)
        #expect(field.smartInsertDeleteType == .no && field.keyboardType == .numberPad)
        #expect(field.keyboardAppearance == .dark && field.returnKeyType == .go && field.isSecureTextEntry)
        #expect(!field.enablesReturnKeyAutomatically && field.textContentType == .emailAddress)
        field.smartQuotesType = .yes
        #expect(bar.smartQuotesType == .yes)
    }

    @Test func typing_searching_and_cancelling_are_reported_in_order() throws {
        let (stage, bar) = barStage { $0.showsCancelButton = true }
        teller.allows = false
        try stage.play("tap 100,128")
        #expect(teller.told == ["shouldBegin"] && !bar.isFirstResponder)
        teller.allows = true
        teller.told = []
        try stage.play("tap 100,128\ntext \"ab\"\ntext \"x\"\nkey Enter")
        #expect(teller.told.first == "shouldBegin" && teller.told.contains("begin"))
        #expect(teller.told.last == "search" && bar.text == "ab" && bar.isFirstResponder)
        #expect(teller.told.filter { $0.hasPrefix("text") }.last == "text ab")
        teller.told = []
        bar.text = "other"
        #expect(teller.told.isEmpty, "a program's text is not reported")
        try stage.play("key Escape")
        #expect(teller.told == ["cancel"])
        try stage.play("tap 345,128")
        #expect(teller.told == ["cancel", "cancel"])
        teller.told = []
        bar.resignFirstResponder()
        #expect(teller.told == ["shouldEnd", "end"])
    }

    @Test func scopes_make_the_bar_higher_and_report_the_choice() throws {
        let (stage, bar) = barStage { $0.scopeButtonTitles = ["All", "Old", "New"] }
        #expect(bar.sizeThatFits(CGSize(width: 375, height: 0)).height == 56)
        stage.act {
            bar.showsScopeBar = true
            bar.sizeToFit()
        }
        #expect(bar.bounds.height == 102 && bar.selectedScopeButtonIndex == 0)
        try stage.play("tap 187,174")
        #expect(teller.told == ["scope 1"] && bar.selectedScopeButtonIndex == 1)
    }

    @Test func the_book_calls_the_delegate_and_makes_room_for_a_text() throws {
        let (stage, bar) = barStage { $0.showsBookmarkButton = true }
        try stage.play("tap 350,128")
        #expect(teller.told == ["bookmark"])
        bar.text = "a"
        stage.pass(0.1)
        #expect(bar.searchTextField.rightView?.superview == nil, "the clear button takes its place")
    }

    private func searchStage(large: Bool = false, results: UIViewController? = nil)
        -> (ControllerStage, Rows, UISearchController, UINavigationController)
    {
        let rows = Rows(style: .plain)
        rows.title = "Rows"
        let search = UISearchController(searchResultsController: results)
        search.delegate = teller
        search.searchResultsUpdater = teller
        rows.navigationItem.searchController = search
        let navigation = UINavigationController(rootViewController: rows)
        navigation.navigationBar.prefersLargeTitles = large
        return (ControllerStage(navigation), rows, search, navigation)
    }

    @Test func a_search_bar_under_the_title_goes_before_the_large_title() {
        let (stage, rows, search, navigation) = searchStage(large: true)
        let bar = navigation.navigationBar
        #expect(bar.frame.height == 44 + 52 + 52 && rows.tableView.contentOffset.y == -148)
        #expect(search.searchBar.searchTextField.frame == CGRect(x: 16, y: 1, width: 343, height: 36))
        stage.act { rows.tableView.contentOffset.y = -122 }
        #expect(bar.frame.height == 122 && search.searchBar.frame.height == 26)
        stage.act { rows.tableView.contentOffset.y = -70 }
        #expect(bar.frame.height == 70 && search.searchBar.frame.height == 0)
        stage.act { rows.tableView.contentOffset.y = 100 }
        #expect(bar.frame.height == 44 && rows.tableView.adjustedContentInset.top == 148)
        stage.act { rows.navigationItem.hidesSearchBarWhenScrolling = false }
        #expect(bar.frame.height == 96)
    }

    @Test func a_drag_ends_with_all_of_the_bar_or_none() {
        let (_, rows, _, navigation) = searchStage()
        #expect(navigation.rest(rows.tableView, at: -60) == -44)
        #expect(navigation.rest(rows.tableView, at: -80) == -96)
        #expect(navigation.rest(rows.tableView, at: 10) == 10)
    }

    @Test func a_search_hides_the_title_presents_and_updates() throws {
        let results = Rows(style: .plain)
        results.count = 2
        let (stage, rows, search, navigation) = searchStage(results: results)
        try stage.play("tap 100,62")
        #expect(search.isActive && rows.presentedViewController === search)
        #expect(teller.told == ["willPresent", "update ", "didPresent"])
        #expect(navigation.navigationBar.frame.height == 52 && search.searchBar.showsCancelButton)
        #expect(!stage.texts(in: navigation.navigationBar).contains("Rows"))
        #expect(results.view.window == nil, "there is no text yet")
        teller.told = []
        try stage.play("text \"ab\"")
        #expect(teller.told.last == "update ab" && results.view.window != nil)
        #expect(results.tableView.adjustedContentInset.top == 52)
        teller.told = []
        try stage.play("key Escape")
        #expect(teller.told == ["willDismiss", "update ", "didDismiss"])
        #expect(!search.isActive && rows.presentedViewController == nil && search.searchBar.text == "")
        #expect(navigation.navigationBar.frame.height == 96 && !search.searchBar.showsCancelButton)
        #expect(stage.texts(in: navigation.navigationBar).contains("Rows"))
    }

    @Test func a_program_begins_a_search_and_a_touch_on_the_veil_ends_it() throws {
        let (stage, _, search, _) = searchStage()
        stage.act { search.isActive = true }
        stage.pass(1)
        #expect(search.isActive && search.searchBar.isFirstResponder)
        try stage.play("tap 100,400")
        #expect(!search.isActive && teller.told.last == "didDismiss")
    }

    @Test func content_that_is_not_obscured_takes_touches_and_a_push_keeps_the_search() throws {
        let (stage, rows, search, navigation) = searchStage()
        search.obscuresBackgroundDuringPresentation = false
        stage.act { search.isActive = true }
        stage.pass(1)
        let row = stage.window.hitTest(CGPoint(x: 100, y: 300), with: nil)
        #expect(row?.isDescendant(of: rows.tableView) == true && !(row is PresentationContainer))
        let detail = PlainController("detail")
        stage.act { navigation.pushViewController(detail, animated: true) }
        stage.pass(1)
        #expect(detail.view.window != nil && navigation.navigationBar.frame.height == 44)
        #expect(search.view.window == nil && search.isActive)
        stage.act { navigation.popViewController(animated: true) }
        stage.pass(1)
        #expect(search.isActive && search.view.window != nil && navigation.navigationBar.frame.height == 52)
    }

    @Test func a_bar_in_a_table_s_header_stays_and_results_are_below_it() {
        let rows = Rows(style: .plain)
        let results = PlainController("results")
        let search = UISearchController(searchResultsController: results)
        search.searchBar.sizeToFit()
        rows.tableView.tableHeaderView = search.searchBar
        let stage = ControllerStage(rows)
        stage.act { search.isActive = true }
        stage.pass(1)
        stage.act { search.searchBar.text = "a" }
        stage.pass(0.1)
        #expect(results.view.window != nil && stage.shown(results.view).minY == 56)
    }

    @Test func a_search_bar_as_the_title_fills_the_bar() {
        let page = PlainController("page")
        let bar = UISearchBar()
        page.navigationItem.titleView = bar
        let stage = ControllerStage(UINavigationController(rootViewController: page))
        stage.pass(0.1)
        #expect(bar.bounds.width > 330 && bar.searchTextField.bounds.height == 36)
    }

    @Test("Search bars are drawn in light and dark: MICA_PICTURES names a folder for the pictures") func pictures()
        throws
    {
        for dark in [false, true] {
            let results = Rows(style: .plain)
            let (stage, _, search, _) = searchStage(large: true, results: results)
            stage.window.overrideUserInterfaceStyle = dark ? .dark : .light
            search.searchBar.scopeButtonTitles = ["All", "Old", "New"]
            stage.pass(0.1)
            try stage.write("search-rest", dark)
            try stage.play("tap 100,120")
            try stage.write("search-veil", dark)
            try stage.play("text \"row 1\"")
            try stage.write("search-results", dark)
            // The results' view was loaded as a child's, and has its colours in the window's style.
            let shade = results.view.layer.backgroundColor?.components?.first
            #expect(shade == (dark ? 0 : 1))
            let (bars, bar) = barStage {
                $0.showsCancelButton = true
                $0.prompt = "A prompt"
                $0.showsBookmarkButton = true
                $0.scopeButtonTitles = ["One", "Two"]
                $0.showsScopeBar = true
                $0.placeholder = "Search"
            }
            bars.window.rootViewController?.view.backgroundColor = .systemBackground
            bars.window.overrideUserInterfaceStyle = dark ? .dark : .light
            bars.pass(0.1)
            try bars.write("search-bar", dark)
            #expect(bar.searchTextField.traitCollection.userInterfaceStyle == (dark ? .dark : .light))
        }
    }
}
