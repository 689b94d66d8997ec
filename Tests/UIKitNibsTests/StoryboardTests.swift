import Foundation
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitLists
@testable import UIKitNibs

/// A list with a prototype cell, which prepares the detail.
final class CitiesController: UITableViewController {
    let cities = ["Rome", "Oslo", "Lima"]
    var prepared: [(String?, Bool)] = []
    var mayShow = true
    var unwound: UIViewController?

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { cities.count }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "City", for: indexPath)
        (cell as? CityCell)?.name.text = cities[indexPath.row]
        return cell
    }
    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { mayShow }
    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        prepared.append((segue.identifier, sender is UITableViewCell))
        if let cell = sender as? CityCell, let detail = segue.destination as? DetailController {
            detail.city = cell.name.text ?? ""
        }
    }
    func back(_ segue: UIStoryboardSegue) { unwound = segue.source }

    final class NibNames: NibTable {
        override class var names: [NibName] {
            [
                .action(
                    Selector(
                        "back:", onMain: { (target: CitiesController, segue: UIStoryboardSegue) in target.back(segue) })
                )
            ]
        }
    }
}

final class CityCell: UITableViewCell {
    weak var name: UILabel!
    final class NibNames: NibTable {
        override class var names: [NibName] { [.property("name", \CityCell.name)] }
    }
}

final class DetailController: UIViewController {
    weak var title1: UILabel!
    weak var close: UIButton!
    var city = ""
    var secret = 0
    var awakened = 0

    required init?(coder: NSCoder) { super.init(coder: coder) }
    init?(coder: NSCoder, secret: Int) {
        self.secret = secret
        super.init(coder: coder)
    }
    override func awakeFromNib() {
        super.awakeFromNib()
        awakened += 1
    }
    override func viewDidLoad() {
        super.viewDidLoad()
        title1.text = city
    }
    final class NibNames: NibTable {
        override class var names: [NibName] {
            [.property("title1", \DetailController.title1), .property("close", \DetailController.close)]
        }
    }
}

@MainActor @Suite(.serialized) struct StoryboardTests {
    static let cities = NibText.storyboard(
        initial: "nav",
        NibText.scene(
            """
            <navigationController id="nav" sceneMemberID="viewController">
                <navigationBar key="navigationBar" contentMode="scaleToFill" id="bar">
                    <rect key="frame" x="0" y="0" width="375" height="44"/>
                </navigationBar>
                <connections><segue destination="list" kind="relationship" relationship="rootViewController" id="r1"/></connections>
            </navigationController>
            """)
            + NibText.scene(
                """
                <tableViewController id="list" customClass="CitiesController" customModule="UIKitNibsTests" sceneMemberID="viewController">
                    <tableView key="view" clipsSubviews="YES" contentMode="scaleToFill" alwaysBounceVertical="YES" dataMode="prototypes"
                        style="grouped" separatorStyle="default" rowHeight="60" sectionHeaderHeight="28" sectionFooterHeight="28" id="tab">
                        <rect key="frame" x="0" y="0" width="375" height="667"/>
                        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                        <prototypes>
                            <tableViewCell contentMode="scaleToFill" accessoryType="disclosureIndicator" reuseIdentifier="City" rowHeight="60"
                                id="cell" customClass="CityCell" customModule="UIKitNibsTests">
                                <rect key="frame" x="0" y="28" width="375" height="60"/>
                                <tableViewCellContentView key="contentView" tableViewCell="cell" id="cc">
                                    <rect key="frame" x="0" y="0" width="340" height="60"/>
                                    <subviews>
                                        <label opaque="NO" text="City" id="name"><rect key="frame" x="16" y="20" width="200" height="20"/></label>
                                    </subviews>
                                </tableViewCellContentView>
                                <connections>
                                    <outlet property="name" destination="name" id="o1"/>
                                    <segue destination="detail" kind="show" identifier="detail" id="s1"/>
                                </connections>
                            </tableViewCell>
                        </prototypes>
                        <connections>
                            <outlet property="dataSource" destination="list" id="d1"/>
                            <outlet property="delegate" destination="list" id="d2"/>
                        </connections>
                    </tableView>
                    <navigationItem key="navigationItem" title="Cities" id="ni">
                        <barButtonItem key="rightBarButtonItem" systemItem="add" id="bb">
                            <connections><segue destination="detail" kind="presentation" identifier="modal" modalPresentationStyle="fullScreen" id="s2"/></connections>
                        </barButtonItem>
                    </navigationItem>
                </tableViewController>
                <placeholder placeholderIdentifier="IBFirstResponder" id="fr" sceneMemberID="firstResponder"/>
                """)
            + NibText.scene(
                """
                <viewController storyboardIdentifier="Detail" title="Detail" id="detail" customClass="DetailController"
                    customModule="UIKitNibsTests" sceneMemberID="viewController">
                    <view key="view" contentMode="scaleToFill" id="dv">
                        <rect key="frame" x="0" y="0" width="375" height="667"/>
                        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                        <subviews>
                            <label opaque="NO" text="?" id="dl"><rect key="frame" x="20" y="200" width="200" height="30"/></label>
                            <button opaque="NO" buttonType="system" id="db">
                                <rect key="frame" x="20" y="300" width="100" height="44"/>
                                <state key="normal" title="Back"/>
                                <connections><segue destination="exit" kind="unwind" unwindAction="back:" id="s3"/></connections>
                            </button>
                            <containerView opaque="NO" id="box">
                                <rect key="frame" x="0" y="400" width="375" height="200"/>
                                <connections><segue destination="inner" kind="embed" id="s4"/></connections>
                            </containerView>
                        </subviews>
                        <color key="backgroundColor" white="1" alpha="1"/>
                    </view>
                    <connections>
                        <outlet property="title1" destination="dl" id="o2"/>
                        <outlet property="close" destination="db" id="o3"/>
                    </connections>
                </viewController>
                <exit id="exit" userLabel="Exit" sceneMemberID="exit"/>
                """)
            + NibText.scene(
                """
                <viewController id="inner" sceneMemberID="viewController">
                    <view key="view" tag="7" id="iv"><rect key="frame" x="0" y="0" width="10" height="10"/></view>
                </viewController>
                """))

    private func start() throws -> (NibStage, UINavigationController, CitiesController, NibFolder) {
        let folder = try NibFolder(["Base.lproj/Cities.storyboard": Self.cities])
        let root = UIStoryboard(name: "Cities", bundle: folder.bundle).instantiateInitialViewController()
        let navigation = try #require(root as? UINavigationController)
        let list = try #require(navigation.viewControllers.first as? CitiesController)
        let stage = NibStage(navigation)
        stage.pass(0.5)
        return (stage, navigation, list, folder)
    }

    @Test func the_initial_controller_has_its_child_items_and_prototype_cells() throws {
        let (_, navigation, list, _) = try start()
        #expect(list.storyboard === navigation.storyboard && list.navigationItem.title == "Cities")
        #expect(list.tableView.style == .grouped && list.tableView.rowHeight == 60)
        let cells = list.tableView.visibleCells.compactMap { $0 as? CityCell }
        #expect(cells.map { $0.name.text } == ["Rome", "Oslo", "Lima"])
        // The cell names no label of its style: its content has only the views of the file.
        #expect(cells.allSatisfy { $0.contentView.subviews == [$0.name] })
        #expect(
            cells.allSatisfy {
                $0.reuseIdentifier == "City" && $0.accessoryType == .disclosureIndicator && $0.frame.height == 60
            })
    }

    @Test func a_cell_performs_its_segue_and_a_button_unwinds_it() throws {
        let (stage, navigation, list, _) = try start()
        let oslo = try #require(list.tableView.cellForRow(at: IndexPath(row: 1, section: 0)))
        list.mayShow = false
        try stage.tap(oslo)
        #expect(navigation.viewControllers.count == 1 && list.prepared.isEmpty)
        list.mayShow = true
        try stage.tap(oslo)
        let detail = try #require(navigation.topViewController as? DetailController)
        #expect(list.prepared.count == 1 && list.prepared[0].0 == "detail" && list.prepared[0].1)
        #expect(
            detail.city == "Oslo" && detail.title1.text == "Oslo" && detail.title == "Detail" && detail.awakened == 1)
        // The embedded controller fills its container.
        let inner = try #require(detail.children.first)
        #expect(inner.view.tag == 7 && inner.view.frame == CGRect(x: 0, y: 0, width: 375, height: 200))
        try stage.tap(detail.close)
        #expect(navigation.topViewController === list && list.unwound === detail)
    }

    @Test func segues_are_performed_by_name_and_present() throws {
        let (stage, _, list, _) = try start()
        stage.act { list.performSegue(withIdentifier: "modal", sender: nil) }
        stage.pass(1)
        let detail = try #require(list.presentedViewController as? DetailController)
        #expect(detail.modalPresentationStyle == .fullScreen && list.prepared.last?.0 == "modal")
        try stage.tap(detail.close)
        #expect(list.presentedViewController == nil && list.unwound === detail)
    }

    @Test func a_creator_makes_the_controller_with_values_of_its_own() throws {
        let folder = try NibFolder(["Cities.storyboard": Self.cities])
        let storyboard = UIStoryboard(name: "Cities", bundle: folder.bundle)
        let made = storyboard.instantiateViewController(identifier: "Detail") { DetailController(coder: $0, secret: 5) }
        #expect(made.secret == 5 && made.title == "Detail")
        made.loadViewIfNeeded()
        #expect(made.title1 != nil)
        let plain = try #require(storyboard.instantiateViewController(withIdentifier: "Detail") as? DetailController)
        #expect(plain.secret == 0)
    }

    @Test func controllers_of_storyboards_go_with_their_last_owner() throws {
        let folder = try NibFolder(["Cities.storyboard": Self.cities])
        let storyboard = UIStoryboard(name: "Cities", bundle: folder.bundle)
        weak var gone: UIViewController?
        weak var unloaded: UIViewController?
        autoreleasepool {
            let made = storyboard.instantiateViewController(withIdentifier: "Detail")
            made.loadViewIfNeeded()
            gone = made
            unloaded = storyboard.instantiateInitialViewController()
        }
        #expect(gone == nil && unloaded == nil)
    }

    @Test func static_cells_are_the_rows_of_a_table_view_controller() throws {
        let cells = ["A", "B"].map {
            """
            <tableViewCell id="c\($0)" style="IBUITableViewCellStyleDefault" textLabel="t\($0)" rowHeight="70">
                <rect key="frame" x="0" y="0" width="375" height="70"/>
                <tableViewCellContentView key="contentView" id="v\($0)">
                    <rect key="frame" x="0" y="0" width="375" height="70"/>
                    <subviews><label text="Row \($0)" id="t\($0)"><rect key="frame" x="16" y="0" width="343" height="70"/></label></subviews>
                </tableViewCellContentView>
            </tableViewCell>
            """
        }.joined()
        let folder = try NibFolder([
            "Static.storyboard": NibText.storyboard(
                initial: "s",
                NibText.scene(
                    """
                    <tableViewController id="s" sceneMemberID="viewController">
                        <tableView key="view" dataMode="static" style="plain" rowHeight="44" id="t">
                            <rect key="frame" x="0" y="0" width="375" height="667"/>
                            <sections><tableViewSection headerTitle="Head" id="sec"><cells>\(cells)</cells></tableViewSection></sections>
                            <connections><outlet property="dataSource" destination="s" id="1"/><outlet property="delegate" destination="s" id="2"/></connections>
                        </tableView>
                    </tableViewController>
                    """))
        ])
        let root = UIStoryboard(name: "Static", bundle: folder.bundle).instantiateInitialViewController()
        let controller = try #require(root as? UITableViewController)
        let stage = NibStage(controller)
        stage.pass(0.5)
        #expect(controller.tableView.visibleCells.compactMap { $0.textLabel?.text } == ["Row A", "Row B"])
        #expect(controller.tableView.visibleCells.allSatisfy { $0.frame.height == 70 })
        #expect(controller.tableView(controller.tableView, titleForHeaderInSection: 0) == "Head")
    }

    @Test func the_edit_item_edits_the_table_and_changes_its_title() throws {
        let (stage, _, list, _) = try start()
        stage.act { list.navigationItem.leftBarButtonItem = list.editButtonItem }
        stage.pass(0.2)
        #expect(list.editButtonItem.title == "Edit" && !list.isEditing)
        try stage.host.perform("tap \"Edit\"")
        stage.pass(0.5)
        #expect(list.isEditing && list.tableView.isEditing && list.editButtonItem.title == "Done")
        list.isEditing = false
        #expect(!list.tableView.isEditing && list.editButtonItem.title == "Edit")
    }

    @Test func a_field_that_is_to_be_edited_before_its_view_is_shown_is_edited_then() throws {
        let controller = UIViewController()
        let field = UITextField(frame: CGRect(x: 0, y: 100, width: 90, height: 34))
        controller.view.addSubview(field)
        #expect(!field.becomeFirstResponder() && !field.isFirstResponder)
        let stage = NibStage(controller)
        stage.pass(0.1)
        #expect(field.isFirstResponder && field.isEditing)
    }
}
